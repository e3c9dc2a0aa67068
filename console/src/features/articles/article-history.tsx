import { type ArticleDetail, PUBLISHED } from '@inkstone/contract/articles.ts'
import { listAudits } from '@inkstone/contract/publication.ts'
import { listRevisions, restoreRevision } from '@inkstone/contract/revisions.ts'
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { HistoryDrawer, Revisions, revisionWords } from '../../ui/revisions.tsx'
import { articleWords } from './articles.words.ts'
import { Comparison } from './comparison.tsx'
import { ARTICLE_TOUCHES } from './publication.ts'

/** Earlier versions of the article, and the decisions of its reviewers. */
export function ArticleHistory({
  article,
  isDirty,
  onClose,
  onRestored,
}: {
  article: ArticleDetail
  isDirty: boolean
  onClose: () => void
  onRestored: () => void
}) {
  const say = useWords(revisionWords)
  const { id, status, can, working_copy } = article
  const [page, setPage] = useState(1)
  const answer = useAnswer(listRevisions, { params: { id }, query: { page, page_size: 10 } })
  const isLive = status === PUBLISHED && can?.publish === 1
  const effects = { touches: ARTICLE_TOUCHES, onDone: onRestored }
  const restoring = useAction(restoreRevision, {
    ...effects,
    done: say(status === PUBLISHED && !isLive ? 'restoredAsCopy' : 'restored'),
  })
  const copying = useAction(restoreRevision, { ...effects, done: say('restoredAsCopy') })
  return (
    <HistoryDrawer onClose={onClose}>
      <Revisions
        answer={answer}
        page={page}
        onPage={setPage}
        isDirty={isDirty}
        busy={restoring.isPending || copying.isPending}
        onRestore={(n) => restoring.mutate({ params: { id, n } })}
        live={
          isLive
            ? {
                hasCopy: working_copy === 1,
                onRestoreAsCopy: (n) => copying.mutate({ params: { id, n }, query: { working_copy: 1 } }),
              }
            : undefined
        }
        comparison={(number, next) => <Comparison id={id} number={number} next={next} />}
      />
      <Audits id={id} />
    </HistoryDrawer>
  )
}

function Audits({ id }: { id: number }) {
  const say = useWords(articleWords)
  const revision = useWords(revisionWords)
  const { data } = useAnswer(listAudits, { params: { id }, query: { page_size: 20 } })
  if (!data || data.list.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {say('audits')}
      </Title>
      {data.list.map(({ id, status, reason, auditor, create_time }) => (
        <Paper key={id} withBorder p="sm">
          <Group gap="xs">
            <Badge variant="light" color={status === 1 ? 'teal' : 'red'}>
              {say(status === 1 ? 'passed' : 'rejected')}
            </Badge>
            <Text size="xs" c="dimmed">
              {revision('by', { time: short(create_time), name: auditor.nickname || auditor.username })}
            </Text>
          </Group>
          {reason !== '' && (
            <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {reason}
            </Text>
          )}
        </Paper>
      ))}
    </Stack>
  )
}
