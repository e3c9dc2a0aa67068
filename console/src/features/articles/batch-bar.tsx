import { ARCHIVED, DRAFT, PUBLISHED } from '@inkstone/contract/articles.ts'
import { Button, Group, Menu, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { refreshAll, showError } from '../../lib/requests.ts'
import { sentences } from '../../lib/sentences.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { showWithUndo } from '../../ui/undo.tsx'
import { articleWords } from './articles.words.ts'
import {
  type BatchChange,
  bringBack,
  changeBack,
  changeMany,
  deleteMany,
  type Outcome,
  stateBefore,
} from './batch-changes.ts'
import { type BatchField, BatchQuestion } from './batch-question.tsx'
import { ARTICLE_TOUCHES } from './publication.ts'

/** Actions for several articles. Each is done on its own, and failures are reported with their reason. */
export function BatchBar({
  ids,
  onDone,
}: {
  ids: readonly number[]
  /** Called with the articles that failed. */
  onDone: (left: readonly number[]) => void
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const may = useMay()
  const confirm = useConfirm()
  const [field, setField] = useState<BatchField>()
  const { busy, change, remove } = useBatches(ids, onDone)
  return (
    <Paper withBorder p="xs" pos="sticky" top={60} style={{ zIndex: 5 }}>
      <Group gap="xs">
        <Text size="sm" mr="sm" role="status">
          {ui('selected', { n: ids.length })}
        </Text>
        <Button
          size="xs"
          variant="light"
          loading={busy}
          onClick={() => change({ data: { status: PUBLISHED } })}
        >
          {say('publish')}
        </Button>
        <Button size="xs" variant="light" loading={busy} onClick={() => change({ data: { status: DRAFT } })}>
          {say('unpublish')}
        </Button>
        <Button
          size="xs"
          variant="light"
          loading={busy}
          onClick={() => change({ data: { status: ARCHIVED } })}
        >
          {say('archive')}
        </Button>
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="light" loading={busy} rightSection={<DownIcon size={14} />}>
              {say('changeMany')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setField('category')}>{say('setCategory')}</Menu.Item>
            <Menu.Item onClick={() => setField('addTags')}>{say('addTags')}</Menu.Item>
            <Menu.Item onClick={() => setField('removeTags')}>{say('removeTags')}</Menu.Item>
            {may('articles.assign') && (
              <Menu.Item onClick={() => setField('author')}>{say('setAuthor')}</Menu.Item>
            )}
            <Menu.Item onClick={() => change({ data: { is_top: 1 } })}>{say('setTop')}</Menu.Item>
            <Menu.Item onClick={() => change({ data: { is_top: 0 } })}>{say('unsetTop')}</Menu.Item>
            <Menu.Item onClick={() => change({ data: { is_recommend: 1 } })}>
              {say('setRecommended')}
            </Menu.Item>
            <Menu.Item onClick={() => change({ data: { is_recommend: 0 } })}>
              {say('unsetRecommended')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button
          size="xs"
          variant="light"
          color="red"
          loading={busy}
          onClick={() => confirm(say('deleteManyQuestion', { n: ids.length }), ui('delete'), remove)}
        >
          {ui('delete')}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => onDone([])}>
          {ui('clear')}
        </Button>
      </Group>
      {field && (
        <BatchQuestion
          field={field}
          n={ids.length}
          onClose={() => setField(undefined)}
          onChoose={(chosen) => {
            setField(undefined)
            void change(chosen)
          }}
        />
      )}
    </Paper>
  )
}

function useBatches(ids: readonly number[], onDone: (left: readonly number[]) => void) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      showError(failure as Error)
    } finally {
      await refreshAll(client, ARTICLE_TOUCHES)
      setBusy(false)
    }
  }

  function tell(
    word: 'areChanged' | 'areDeleted',
    { done, failed, reasons }: Outcome,
    undo: () => Promise<unknown>,
  ): void {
    onDone(failed)
    if (failed.length > 0) {
      const values = { n: done.length, failed: failed.length, why: sentences(reasons) }
      notifications.show({ color: 'orange', message: say('areDoneAndNot', values), autoClose: 8_000 })
    }
    if (done.length > 0)
      showWithUndo(say(word, { n: done.length }), ui('undo'), () =>
        run(async () => {
          await undo()
          notifications.show({ color: 'teal', message: ui('undone') })
        }),
      )
  }

  return {
    busy,
    change: (wanted: BatchChange) =>
      run(async () => {
        const before = await stateBefore(ids, wanted)
        const outcome = await changeMany(ids, wanted)
        tell('areChanged', outcome, () => changeBack(outcome.done, before))
      }),
    remove: () =>
      run(async () => {
        const outcome = await deleteMany(ids)
        tell('areDeleted', outcome, () => bringBack(outcome.done))
      }),
  }
}
