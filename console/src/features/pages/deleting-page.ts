import { deletePage } from '@inkstone/contract/pages.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { PAGE_TOUCHES } from './page-fields.ts'
import { pageWords } from './pages.words.ts'

export function useDeletingPage(onDone?: () => void) {
  const say = useWords(pageWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const deleting = useAction(deletePage, {
    done: say('deleted'),
    touches: PAGE_TOUCHES,
    onDone: () => onDone?.(),
  })
  return {
    busy: deleting.isPending,
    ask: ({ id, title }: { readonly id: number; readonly title: string }) =>
      confirm(say('deleteQuestion', { name: title }), ui('delete'), () =>
        deleting.mutate({ params: { alias: String(id) } }),
      ),
  }
}
