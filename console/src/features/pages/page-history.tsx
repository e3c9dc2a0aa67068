import {
  getPageRevision,
  listPageRevisions,
  PageSnapshot,
  restorePageRevision,
} from '@inkstone/contract/page-history.ts'
import { Button, Drawer, Group, Pagination, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/asking.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/page.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { FieldDifferences } from '../articles/comparison.tsx'
import { differencesOf } from './draft-bar.tsx'
import { PAGE_TOUCHES, type PageForm } from './page-fields.ts'
import { pageWords } from './pages.words.ts'

/** What the page was, and the way back. */
export function PageHistory({
  id,
  values,
  isWritten,
  onClose,
  onRestored,
}: {
  id: number
  values: PageForm
  /** Whether something is written that is not saved, and that going back would throw away. */
  isWritten: boolean
  onClose: () => void
  onRestored: () => void
}) {
  const say = useWords(pageWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const alias = String(id)
  const [page, setPage] = useState(1)
  const [compared, setCompared] = useState<number>()
  const revisions = useAnswer(listPageRevisions, { params: { alias }, query: { page, page_size: 10 } })
  const restoring = useAction(restorePageRevision, {
    done: say('restored'),
    touches: PAGE_TOUCHES,
    onDone: onRestored,
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      title={say('history')}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
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
                    {short(create_time)} {editor.nickname || editor.username}
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
                          () => restoring.mutate({ params: { alias, n: number } }),
                        )
                      }
                    >
                      {say('restore')}
                    </Button>
                  </Group>
                </Group>
                {compared === number && <Compared alias={alias} number={number} values={values} />}
              </Paper>
            ))}
            {total_pages > 1 && <Pagination size="sm" total={total_pages} value={page} onChange={setPage} />}
          </Stack>
        )}
      </Loaded>
    </Drawer>
  )
}

const FIELDS = Object.keys(PageSnapshot.properties) as (keyof PageSnapshot)[]

function Compared({ alias, number, values }: { alias: string; number: number; values: PageForm }) {
  const say = useWords(pageWords)
  const answer = useAnswer(getPageRevision, { params: { alias, n: number } })
  return (
    <Loaded answer={answer}>
      {(revision) => (
        <FieldDifferences
          changes={differencesOf(Object.fromEntries(FIELDS.map((field) => [field, revision[field]])), values)}
          labels={[say('before'), say('now')]}
        />
      )}
    </Loaded>
  )
}
