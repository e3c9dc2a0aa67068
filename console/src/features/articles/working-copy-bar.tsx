import { listAudits } from '@inkstone/contract/publication.ts'
import { dropWorkingCopy, type WorkingCopy } from '@inkstone/contract/working-copies.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { changedFields } from '../../lib/changed-fields.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type ArticleForm, formOf, type ReadArticle } from './article-fields.ts'
import { articleWords } from './articles.words.ts'
import { FieldDifferences } from './comparison.tsx'
import { ARTICLE_TOUCHES } from './publication.ts'
import { isDecidedByUser } from './saving-rules.ts'

/** Shows a working copy, its review, and why an article was sent back. */
export function WorkingCopyBar({
  read,
  values,
  onStartOver,
}: {
  read: ReadArticle
  values: ArticleForm
  onStartOver: () => void
}) {
  const say = useWords(articleWords)
  const confirm = useConfirm()
  const [isComparing, setComparing] = useState(false)
  const { article, copy } = read
  const dropping = useAction(dropWorkingCopy, {
    touches: ARTICLE_TOUCHES,
    done: say('copyDropped'),
    onDone: onStartOver,
  })
  return (
    <>
      {article.review_status === 'rejected' && <SentBack id={article.id} />}
      {copy && (
        <Alert role="status" color={copy.outdated === 1 ? 'orange' : 'blue'}>
          <Group justify="space-between">
            <Text size="sm">
              {say(copyWord(read, copy))}
              {copy.scheduled_time !== null &&
                ` ${say('scheduledFor', { time: short(copy.scheduled_time) })}.`}
              {copy.outdated === 1 && ` ${say('copyOutdated')}`}
            </Text>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => setComparing(true)}>
                {say('compareCopy')}
              </Button>
              <Button
                size="xs"
                variant="subtle"
                color="red"
                loading={dropping.isPending}
                onClick={() =>
                  confirm(say('dropQuestion'), say('dropCopy'), () =>
                    dropping.mutate({ params: { id: article.id } }),
                  )
                }
              >
                {say('dropCopy')}
              </Button>
            </Group>
          </Group>
        </Alert>
      )}
      {isComparing && (
        <Dialog size="90%" onClose={() => setComparing(false)} title={say('compareCopy')}>
          <Stack>
            <FieldDifferences
              changes={differencesOf(formOf(article), values)}
              labels={[say('publicVersion'), say('copyThere')]}
            />
          </Stack>
        </Dialog>
      )}
    </>
  )
}

function copyWord(read: ReadArticle, { review_status }: WorkingCopy) {
  if (review_status !== 'pending') return 'copyExplained'
  return isDecidedByUser(read) ? 'copyIsForYou' : 'copyIsPending'
}

function differencesOf(before: ArticleForm, after: ArticleForm) {
  return Object.keys(changedFields(before, after)).map((field) => ({
    field,
    from: before[field],
    to: after[field],
  }))
}

/** Why the last reviewer sent it back. */
function SentBack({ id }: { id: number }) {
  const say = useWords(articleWords)
  const { data } = useAnswer(listAudits, { params: { id }, query: { page_size: 1 } })
  const last = data?.list[0]
  if (last?.status !== 2) return null
  const name = last.auditor.nickname || last.auditor.username
  return (
    <Alert color="red" title={say('sentBackBy', { name, time: short(last.create_time) })}>
      <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {last.reason || say('noReason')}
      </Text>
    </Alert>
  )
}
