import { deleteMedia } from '@inkstone/contract/media.ts'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { call } from '../../lib/api.ts'
import { restoreMany, sendUnlessGone } from '../../lib/one-by-one.ts'
import { useSeveral } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { SelectAll, type Selection } from '../../ui/row-selection.tsx'
import { SelectionPaper } from '../../ui/selection-paper.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { showWithUndo } from '../../ui/undo.tsx'
import { mediaWords } from './media.words.ts'
import { MEDIA_TOUCHES } from './uploading.ts'

/** Actions for the selected files. */
export function SelectionBar({
  media,
  selection,
  onClose,
}: {
  /** The listed files that the user may delete. */
  media: readonly { readonly id: number }[]
  selection: Selection
  onClose: () => void
}) {
  const say = useWords(mediaWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const { busy, remove } = useRemoving()
  const ids = [...selection.ids]
  return (
    <SelectionPaper n={ids.length} before={<SelectAll rows={media} selection={selection} />}>
      <Button
        size="xs"
        variant="light"
        color="red"
        loading={busy}
        disabled={ids.length === 0}
        onClick={() => confirm(say('deleteManyQuestion', { n: ids.length }), ui('delete'), () => remove(ids))}
      >
        {ui('delete')}
      </Button>
      <Button size="xs" variant="subtle" onClick={onClose}>
        {say('endSelecting')}
      </Button>
    </SelectionPaper>
  )
}

function useRemoving() {
  const say = useWords(mediaWords)
  const ui = useWords(uiWords)
  const { busy, run } = useSeveral(MEDIA_TOUCHES)

  const bringBack = (ids: readonly number[]) =>
    run(async () => {
      await restoreMany('media', ids)
      notifications.show({ color: 'teal', message: ui('undone') })
    })

  const remove = (ids: readonly number[]) =>
    run(async () => {
      const deleted: number[] = []
      try {
        for (const id of ids)
          if (await sendUnlessGone(() => call(deleteMedia, { params: { id } }))) deleted.push(id)
      } finally {
        if (deleted.length > 0)
          showWithUndo(say('areDeleted', { n: deleted.length }), ui, () => bringBack(deleted))
      }
    })

  return { busy, remove }
}
