import { listArticles } from '@inkstone/contract/article-endpoints.ts'
import { getSettings } from '@inkstone/contract/settings-endpoints.ts'
import { listUsers } from '@inkstone/contract/users.ts'
import { Anchor, Checkbox, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { currentSite, useSite } from '../../lib/site.ts'
import { storedValue } from '../../lib/stored-value.ts'
import { useWords } from '../../lib/words.tsx'
import { overviewWords } from './overview.words.ts'

type Step = 'stepPassword' | 'stepName' | 'stepReaders' | 'stepArticle' | 'stepInvite'

interface Kept {
  readonly hidden: boolean
  readonly ticked: readonly Step[]
}
const NOTHING: Kept = { hidden: false, ticked: [] }

/** Steps ticked by hand, by site. */
const kept = storedValue<Readonly<Record<string, Kept>>>('inkstone.first-steps')

/** Called by the screen that completes a step. */
export function tickFirstStep(step: Step): void {
  const all = kept.get() ?? {}
  const site = String(currentSite() ?? 0)
  const mine = all[site] ?? NOTHING
  if (!mine.ticked.includes(step)) kept.set({ ...all, [site]: { ...mine, ticked: [...mine.ticked, step] } })
}

/**
 * The first steps on a new site. Steps that the server can detect are ticked automatically, the others
 * by hand. The list disappears when everything is done, or when it is hidden.
 */
export function FirstSteps() {
  const say = useWords(overviewWords)
  const may = useMay()
  const site = String(useSite() ?? 0)
  const all = kept.use() ?? {}
  const mine = all[site] ?? NOTHING
  const settings = useAnswer(getSettings, {}, { enabled: !mine.hidden })
  const articles = useAnswer(listArticles, { query: { page_size: 1 } }, { enabled: !mine.hidden })
  const users = useAnswer(
    listUsers,
    { query: { page_size: 1 } },
    { enabled: !mine.hidden && may('users.manage') },
  )
  if (mine.hidden || !settings.data || !articles.data) return null
  const known: Readonly<Partial<Record<Step, boolean>>> = {
    stepName: settings.data.site_name !== '',
    stepReaders: settings.data.public_read === 1 || settings.data.registration === 0,
    stepArticle: articles.data.total > 0,
    stepInvite: (users.data?.total ?? 0) > 1,
  }
  const steps = STEPS.filter(({ step }) => step !== 'stepInvite' || may('users.manage'))
  const isDone = (step: Step) => known[step] === true || mine.ticked.includes(step)
  const done = steps.filter(({ step }) => isDone(step)).length
  if (done === steps.length) return null
  const keep = (changes: Partial<Kept>) => kept.set({ ...all, [site]: { ...mine, ...changes } })
  const toggle = (step: Step) =>
    keep({
      ticked: mine.ticked.includes(step)
        ? mine.ticked.filter((each) => each !== step)
        : [...mine.ticked, step],
    })
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Group gap="sm">
          <Title order={2} size="h5">
            {say('firstSteps')}
          </Title>
          <Text size="sm" c="dimmed">
            {say('firstStepsHint', { done, all: steps.length })}
          </Text>
        </Group>
        <CloseButton aria-label={say('hide')} onClick={() => keep({ hidden: true })} />
      </Group>
      <Stack gap="xs">
        {steps.map(({ step, to }) => (
          <Group key={step} gap="sm" wrap="nowrap">
            <Checkbox
              aria-label={say(step)}
              checked={isDone(step)}
              disabled={known[step] === true}
              onChange={() => toggle(step)}
            />
            <Anchor component={Link} to={to} size="sm" td={isDone(step) ? 'line-through' : undefined}>
              {say(step)}
            </Anchor>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

const STEPS = [
  { step: 'stepPassword', to: '/first-sign-in' },
  { step: 'stepName', to: '/settings' },
  { step: 'stepReaders', to: '/readers' },
  { step: 'stepArticle', to: '/articles/new' },
  { step: 'stepInvite', to: '/users' },
] as const
