import { createArticle } from '@inkstone/contract/article-endpoints.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ApiError } from '../../lib/api-error.ts'
import type { Fields } from '../../lib/fields.ts'
import { useKeptText } from '../../lib/kept-text.ts'
import { useAction } from '../../lib/requests.ts'
import { inService, short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Failed } from '../../ui/page.tsx'
import type { ArticleForm } from './article-fields.ts'
import { articleWords } from './articles.words.ts'
import { ARTICLE_TOUCHES } from './publication.ts'
import { bodyOf } from './saving-article.ts'

/** Somebody deleted the article that is edited here. */
export function GoneNotice({ form }: { form: Fields<ArticleForm> }) {
  const say = useWords(articleWords)
  // What is stored as another article is not kept in the browser too.
  const savingAnew = useSavingAnew((saved) => form.settle(saved, saved))
  return (
    <Alert color="orange" role="status" p="xs" mb="xs">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{say('gone')}</Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={savingAnew.busy}
            onClick={() => savingAnew.save(form.now().values)}
          >
            {say('saveAnew')}
          </Button>
          <ToBin />
        </Group>
      </Stack>
    </Alert>
  )
}

/** In place of an article that does not exist: where it may be, and what was written and not saved. */
export function GoneArticle({ id, error }: { id: number; error: ApiError }) {
  const say = useWords(articleWords)
  const { kept, forget } = useKeptText('article', id)
  const savingAnew = useSavingAnew(forget)
  return (
    <Stack gap="md">
      <Failed error={error} back={{ to: '/articles', label: say('backToList') }} />
      <Group gap="xs">
        <Text size="sm">{say('mayBeInBin')}</Text>
        <ToBin />
      </Group>
      {kept.map(({ editor, at, values }) => (
        <Alert key={editor} color="yellow" role="status">
          <Group justify="space-between">
            <Text size="sm">{say('keptOfGone', { time: short(inService(at)) })}</Text>
            <Button
              size="xs"
              variant="default"
              loading={savingAnew.busy}
              onClick={() => savingAnew.save(values as unknown as ArticleForm)}
            >
              {say('saveAnew')}
            </Button>
          </Group>
        </Alert>
      ))}
    </Stack>
  )
}

function ToBin() {
  const say = useWords(articleWords)
  return (
    <Button component={Link} to="/recycle-bin" size="compact-sm" variant="subtle">
      {say('toBin')}
    </Button>
  )
}

/** Saves a text as a new draft, and opens it. The deleted article keeps its alias, so the new one gets its own. */
function useSavingAnew(onSaved: (values: ArticleForm) => unknown) {
  const navigate = useNavigate()
  const creating = useAction(createArticle, { touches: ARTICLE_TOUCHES })
  return {
    busy: creating.isPending,
    save: (values: ArticleForm) =>
      creating.mutate(
        { body: { ...bodyOf({ ...values, alias: '' }), status: 0 } },
        {
          async onSuccess({ id }) {
            await onSaved(values)
            navigate({ to: `/articles/${id}`, ignoreBlocker: true })
          },
        },
      ),
  }
}
