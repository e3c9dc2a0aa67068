import { listAudits } from '@inkstone/contract/publication.ts'
import { listRevisions, restoreRevision } from '@inkstone/contract/revisions.ts'
import { Badge, Button, Drawer, Group, Pagination, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/asking.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/page.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'
import { Comparison } from './comparison.tsx'
import { ARTICLE_TOUCHES } from './publication.ts'

interface Person {
  readonly username: string
  readonly nickname: string
}
const nameOf = ({ nickname, username }: Person) => nickname || username

/** What the article was, who decided what of it, and the way back. */
export function HistoryDrawer({
  id,
  isWritten,
  onClose,
  onRestored,
}: {
  id: number
  /** Whether something is written that is not saved, and that going back would throw away. */
  isWritten: boolean
  onClose: () => void
  onRestored: () => void
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  return (
    <Drawer
      opened
      onClose={onClose}
      title={say('history')}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="lg">
        <Revisions id={id} isWritten={isWritten} onRestored={onRestored} />
        <Audits id={id} />
      </Stack>
    </Drawer>
  )
}

function Revisions({
  id,
  isWritten,
  onRestored,
}: {
  id: number
  isWritten: boolean
  onRestored: () => void
}) {
  const say = useWords(articleWords)
  const confirm = useConfirm()
  const [page, setPage] = useState(1)
  const [compared, setCompared] = useState<number>()
  const revisions = useAnswer(listRevisions, { params: { id }, query: { page, page_size: 10 } })
  const restoring = useAction(restoreRevision, {
    done: say('restored'),
    touches: ARTICLE_TOUCHES,
    onDone: onRestored,
  })
  return (
    <Loaded answer={revisions}>
      {({ list, total_pages }) => (
        <Stack gap="xs">
          {list.length === 0 && <Text c="dimmed">{say('historyEmpty')}</Text>}
          {list.map(({ number, title, editor, create_time }) => (
            <Paper key={number} withBorder p="sm">
              <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Text>
              <Group justify="space-between" mt={4}>
                <Text size="xs" c="dimmed">
                  {say('by', { time: short(create_time), name: nameOf(editor) })}
                </Text>
                <Group gap={4}>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    onClick={() => setCompared(compared === number ? undefined : number)}
                  >
                    {say('compare')}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    loading={restoring.isPending}
                    onClick={() =>
                      confirm(
                        say(isWritten ? 'restoreOverQuestion' : 'restoreQuestion', {
                          time: short(create_time),
                        }),
                        say('restore'),
                        () => restoring.mutate({ params: { id, n: number } }),
                      )
                    }
                  >
                    {say('restore')}
                  </Button>
                </Group>
              </Group>
              {compared === number && <Comparison id={id} number={number} />}
            </Paper>
          ))}
          {total_pages > 1 && <Pagination size="sm" total={total_pages} value={page} onChange={setPage} />}
        </Stack>
      )}
    </Loaded>
  )
}

function Audits({ id }: { id: number }) {
  const say = useWords(articleWords)
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
              {say('by', { time: short(create_time), name: nameOf(auditor) })}
            </Text>
          </Group>
          {reason !== '' && (
            <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
        </Paper>
      ))}
    </Stack>
  )
}
