import { Button, Drawer, Group, Pagination, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { short } from '../lib/times.ts'
import { useLanguage, useWords, words } from '../lib/words.tsx'
import { useConfirm } from './confirm.tsx'
import { useOnTop } from './on-top.ts'
import { Loaded, type Loading } from './page.tsx'
import { Question } from './question.tsx'
import { uiWords } from './ui.words.ts'

export const revisionWords = words({
  history: ['History', '历史记录'],
  empty: ['No changes yet.', '还没有修改记录。'],
  by: ['{time} by {name}', '{time}，{name}'],
  compare: ['Compare', '对比'],
  before: ['Earlier version', '历史版本'],
  now: ['Current version', '当前版本'],
  next: ['Next version', '下一版本'],
  compareWith: ['Compare with', '对比对象'],
  restore: ['Restore', '恢复此版本'],
  restored: ['Restored.', '已恢复。'],
  restoreQuestion: [
    'Restore the version of {time}? The current version is kept in the history.',
    '恢复到 {time} 的内容？当前内容会保留在历史记录中。',
  ],
  restoreOverQuestion: [
    'Restore the version of {time}? Your unsaved changes will be replaced.',
    '恢复到 {time} 的内容？您尚未保存的修改将丢失。',
  ],
  restoreTitle: ['Restore the version of {time}', '恢复到 {time} 的内容'],
  restoreLive: [
    'This article is published. Readers see the restored version at once, unless you restore it without publishing. The current version is kept in the history.',
    '文章已发布：恢复后读者会立即看到；也可以恢复但不发布。当前内容会保留在历史记录中。',
  ],
  copyReplaced: [
    'Without publishing, it replaces the current working copy.',
    '恢复但不发布会替换现有的工作副本。',
  ],
  unsavedReplaced: ['Your unsaved changes will be replaced.', '您尚未保存的修改将丢失。'],
  restoreAndPublish: ['Restore and publish', '恢复并发布'],
  restoreAsCopy: ['Restore without publishing', '恢复但不发布'],
  restoredAsCopy: [
    'Restored. Readers still see the published version.',
    '已恢复，读者看到的仍是已发布的版本。',
  ],
})

export function HistoryDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const say = useWords(revisionWords)
  const ui = useWords(uiWords)
  const isOnTop = useOnTop()
  return (
    <Drawer
      opened
      closeOnEscape={isOnTop}
      onClose={onClose}
      title={say('history')}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="lg">{children}</Stack>
    </Drawer>
  )
}

interface Revision {
  readonly number: number
  readonly title: string
  readonly editor: { readonly username: string; readonly nickname: string }
  readonly create_time: string
}

interface Live {
  readonly hasCopy: boolean
  /** Restores into the working copy instead. */
  onRestoreAsCopy(number: number): void
}

/** Earlier versions: each can be restored, and compared with the current one or the one after it. */
export function Revisions({
  answer,
  page,
  onPage,
  isDirty,
  busy,
  onRestore,
  live,
  comparison,
}: {
  answer: Loading<{ list: readonly Revision[]; total_pages: number }>
  page: number
  onPage: (page: number) => void
  /** Whether there are unsaved changes, which a restore would replace. */
  isDirty: boolean
  busy: boolean
  onRestore: (number: number) => void
  /** Given if readers see a restored version at once. */
  live?: Live | undefined
  /** Of a version with the one after it, or with the current one. */
  comparison: (number: number, next: number | undefined) => ReactNode
}) {
  const say = useWords(revisionWords)
  const confirm = useConfirm()
  const [compared, setCompared] = useState<number>()
  const [isWithNext, setWithNext] = useState(false)
  const [asked, setAsked] = useState<Revision>()
  const question = isDirty ? 'restoreOverQuestion' : 'restoreQuestion'
  const ask = (revision: Revision) => {
    if (live) setAsked(revision)
    else
      confirm(say(question, { time: short(revision.create_time) }), say('restore'), () =>
        onRestore(revision.number),
      )
  }
  return (
    <Loaded answer={answer}>
      {({ list, total_pages }) => (
        <Stack gap="xs">
          {list.length === 0 && <Text c="dimmed">{say('empty')}</Text>}
          {list.map((revision, index) => {
            const { number, title, editor, create_time } = revision
            // The current version is the one after the newest of the list.
            const next = page === 1 && index === 0 ? undefined : number + 1
            return (
              <Paper key={number} withBorder p="sm">
                <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {title}
                </Text>
                <Group justify="space-between" mt={4}>
                  <Text size="xs" c="dimmed">
                    {say('by', { time: short(create_time), name: editor.nickname || editor.username })}
                  </Text>
                  <Group gap={4}>
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-expanded={compared === number}
                      onClick={() => setCompared(compared === number ? undefined : number)}
                    >
                      {say('compare')}
                    </Button>
                    <Button size="compact-xs" variant="subtle" loading={busy} onClick={() => ask(revision)}>
                      {say('restore')}
                    </Button>
                  </Group>
                </Group>
                {compared === number && (
                  <Stack gap="sm" mt="sm">
                    {next !== undefined && <ComparedWith isNext={isWithNext} onChange={setWithNext} />}
                    {comparison(number, isWithNext ? next : undefined)}
                  </Stack>
                )}
              </Paper>
            )
          })}
          {total_pages > 1 && <Pagination size="sm" total={total_pages} value={page} onChange={onPage} />}
          {live && asked && (
            <LiveQuestion
              revision={asked}
              live={live}
              isDirty={isDirty}
              onRestore={onRestore}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

/** Shows what has changed until now, or only with this change. */
function ComparedWith({ isNext, onChange }: { isNext: boolean; onChange: (isNext: boolean) => void }) {
  const say = useWords(revisionWords)
  return (
    <SegmentedControl
      size="xs"
      aria-label={say('compareWith')}
      value={isNext ? 'next' : 'now'}
      onChange={(chosen) => onChange(chosen === 'next')}
      data={(['now', 'next'] as const).map((value) => ({ value, label: say(value) }))}
    />
  )
}

/** Asked before readers see an earlier version. */
function LiveQuestion({
  revision: { number, create_time },
  live: { hasCopy, onRestoreAsCopy },
  isDirty,
  onRestore,
  onClose,
}: {
  revision: Revision
  live: Live
  isDirty: boolean
  onRestore: (number: number) => void
  onClose: () => void
}) {
  const say = useWords(revisionWords)
  const { language } = useLanguage()
  const then = (restore: (number: number) => void) => () => {
    onClose()
    restore(number)
  }
  return (
    <Question
      title={say('restoreTitle', { time: short(create_time) })}
      text={[
        say('restoreLive'),
        ...(hasCopy ? [say('copyReplaced')] : []),
        ...(isDirty ? [say('unsavedReplaced')] : []),
      ].join(language === 'zh' ? '' : ' ')}
      label={say('restoreAndPublish')}
      danger
      otherwise={{ label: say('restoreAsCopy'), onClick: then(onRestoreAsCopy) }}
      onClose={onClose}
      onConfirm={then(onRestore)}
    />
  )
}
