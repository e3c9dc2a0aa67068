import { ARCHIVED, DRAFT, PUBLISHED } from '@inkstone/contract/articles.ts'
import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { restoreMany } from '../../lib/one-by-one.ts'
import { useSeveral } from '../../lib/requests.ts'
import { sentences } from '../../lib/sentences.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { SelectionPaper } from '../../ui/selection-paper.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { showWithUndo } from '../../ui/undo.tsx'
import { articleWords } from './articles.words.ts'
import {
  type BatchChange,
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
    <SelectionPaper n={ids.length}>
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
      <Button size="xs" variant="light" loading={busy} onClick={() => change({ data: { status: ARCHIVED } })}>
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
          <Menu.Item onClick={() => change({ data: { is_recommend: 1 } })}>{say('setRecommended')}</Menu.Item>
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
    </SelectionPaper>
  )
}

function useBatches(ids: readonly number[], onDone: (left: readonly number[]) => void) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const { busy, run } = useSeveral(ARTICLE_TOUCHES)

  function tellFailures({ done, failed, reasons }: Outcome): void {
    if (failed.length === 0) return
    const values = { n: done.length, failed: failed.length, why: sentences(reasons) }
    notifications.show({ color: 'orange', message: say('areDoneAndNot', values), autoClose: 8_000 })
  }

  function tell(
    word: 'areChanged' | 'areDeleted',
    outcome: Outcome,
    undo: () => Promise<Outcome | undefined>,
  ): void {
    const { done, failed } = outcome
    onDone(failed)
    tellFailures(outcome)
    if (done.length > 0)
      showWithUndo(say(word, { n: done.length }), ui, () =>
        run(async () => {
          const undone = await undo()
          if (undone && undone.failed.length > 0) tellFailures(undone)
          else notifications.show({ color: 'teal', message: ui('undone') })
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
        tell('areDeleted', outcome, () => restoreMany('article', outcome.done))
      }),
  }
}
