import { DRAFT, PUBLISHED } from '@inkstone/contract/articles.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMay } from '../../lib/may.ts'
import { nowInService, short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { HistoryIcon } from '../../ui/icons.tsx'
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import type { ReadArticle } from './article-fields.ts'
import { type ArticleRights, rightsOn, useRightsOnNew } from './article-rights.ts'
import { isScheduled } from './article-status.tsx'
import { articleWords } from './articles.words.ts'
import { PreviewButton } from './preview-button.tsx'
import { keptDate } from './publication.ts'
import { PublishButtons } from './publish-buttons.tsx'
import { type PublishSteps, usePublishSteps } from './publish-steps.ts'
import type { SavingArticle } from './saving-article.ts'
import { endsSchedule, plannedTime } from './saving-rules.ts'
import { StepDialogs } from './step-dialogs.tsx'
import { ViewLink } from './view-link.tsx'

/** Saving and publishing. Every action saves first, so that it applies to what is on the screen. */
export function PublishBox({
  read,
  saving,
  dirty,
  onStartOver,
}: {
  read: ReadArticle | undefined
  saving: SavingArticle
  dirty: boolean
  onStartOver: () => void
}) {
  const steps = usePublishSteps(saving)
  const ofNew = useRightsOnNew()
  const article = read?.article
  const rights = article ? rightsOn(article) : ofNew
  return (
    <Stack gap="sm">
      {read && <Times read={read} />}
      {read && <EndOfSchedule read={read} />}
      <Group gap="xs">
        <SaveButtons read={read} saving={saving} dirty={dirty} rights={rights} busy={steps.busy} />
        <PublishButtons article={article} rights={rights} steps={steps} />
      </Group>
      {read && <OtherActions read={read} saving={saving} rights={rights} steps={steps} />}
      <StepDialogs
        article={article}
        publishesCopy={rights.publishCopy}
        dirty={dirty}
        steps={steps}
        onStartOver={onStartOver}
      />
    </Stack>
  )
}

function EndOfSchedule({ read }: { read: ReadArticle }) {
  const say = useWords(articleWords)
  if (!endsSchedule(read)) return null
  return <Text size="sm">{say(read.copy ? 'copyEndsSchedule' : 'endsSchedule')}</Text>
}

function SaveButtons({
  read,
  saving,
  dirty,
  rights,
  busy,
}: {
  read: ReadArticle | undefined
  saving: SavingArticle
  dirty: boolean
  rights: ArticleRights
  busy: boolean
}) {
  const say = useWords(articleWords)
  const isStepNext = rights.publish || rights.publishCopy || rights.submit || rights.audit
  return (
    <>
      <Button variant={isStepNext ? 'default' : 'filled'} loading={busy} onClick={() => saving.save()}>
        {say(saveWord(read))}
      </Button>
      {rights.savesInPublic && (
        <Button variant="default" loading={busy} disabled={!dirty} onClick={() => saving.saveAsCopy()}>
          {say('saveAsCopy')}
        </Button>
      )}
    </>
  )
}

/** What is needed rarely, or takes the article away from its readers. */
function OtherActions({
  read,
  saving,
  rights,
  steps: { publication, ask, step },
}: {
  read: ReadArticle
  saving: SavingArticle
  rights: ArticleRights
  steps: PublishSteps
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const may = useMay()
  const { article } = read
  const remove = () =>
    confirm(say('deleteQuestion', { title: article.title }), ui('delete'), async () => {
      if (await publication.remove(article.id)) saving.leave('/articles')
    })
  const actions: readonly RowAction[] = [
    { label: say('changeDate'), allowed: rights.redate, onClick: () => ask('date') },
    { label: say('setAuthor'), allowed: may('articles.assign'), onClick: () => ask('author') },
    { label: say('unpublish'), allowed: rights.unpublish, onClick: () => void step(publication.unpublish) },
    { label: say('archive'), allowed: rights.archive, onClick: () => void step(publication.archive) },
    { label: ui('delete'), allowed: rights.remove, danger: true, onClick: remove },
  ].filter(({ allowed }) => allowed)
  return (
    <Group gap={4} ml={-8}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<HistoryIcon size={14} />}
        onClick={() => ask('history')}
      >
        {say('history')}
      </Button>
      <ViewLink article={article} />
      <PreviewButton read={read} onSave={() => saving.saveThen(async () => true)} />
      {rights.cancelSchedule && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => step(publication.unschedule)}>
          {say('cancelSchedule')}
        </Button>
      )}
      <RowMenu name={article.title} actions={actions} />
    </Group>
  )
}

/** What saving does with this article. */
export function saveWord(read: ReadArticle | undefined) {
  if (!read) return 'saveDraft'
  if (read.article.status === DRAFT) return endsSchedule(read) ? 'saveForReview' : 'saveDraft'
  if (rightsOn(read.article).savesInPublic) return 'update'
  return read.article.status === PUBLISHED ? 'saveCopy' : 'save'
}

function Times({ read }: { read: ReadArticle }) {
  const say = useWords(articleWords)
  const { article } = read
  const kept = keptDate(article)
  const planned = plannedTime(read, nowInService())
  const parts = [
    isScheduled(article)
      ? say('scheduledFor', { time: short(article.scheduled_time) })
      : `${say('updated')} ${short(article.update_time)}`,
    article.status === PUBLISHED && say('publishedOn', { time: short(article.publish_time) }),
    planned !== undefined && say('plannedFor', { time: short(planned) }),
    article.status !== PUBLISHED && kept !== undefined && say('keepsDate', { time: short(kept) }),
    article.author.nickname || article.author.username,
  ].filter((part) => part !== false)
  return (
    <Group gap="0 12px" fz="xs" c="dimmed">
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </Group>
  )
}
