import { createPage, getPage, updatePage } from '@inkstone/contract/pages.ts'
import { callWithTag } from '../../lib/api.ts'
import type { Fields } from '../../lib/fields.ts'
import { type Remote, useSaving } from '../../lib/saving.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { formOf, PAGE_TOUCHES, type PageDetail, type PageForm, type ReadPage } from './page-fields.ts'

export function useSavingPage(
  read: ReadPage | undefined,
  form: Fields<PageForm>,
  { onCreated, onRead }: { onCreated: (id: number) => void; onRead: (page: PageDetail) => void },
) {
  const ui = useWords(uiWords)
  const remote: Remote<PageForm> = {
    async create(values, idempotencyKey) {
      const { data, etag } = await callWithTag(createPage, { body: values, idempotencyKey })
      return { id: data.id, etag }
    },
    async update(id, changes, ifMatch) {
      return (await callWithTag(updatePage, { params: { alias: String(id) }, body: changes, ifMatch })).etag
    },
    async read(id) {
      const answer = await callWithTag(getPage, { params: { alias: String(id) } }).catch(() => undefined)
      if (!answer) return
      onRead(answer.data)
      return { id, etag: answer.etag, values: formOf(answer.data) }
    },
  }
  return useSaving({
    opened: read && { id: read.page.id, etag: read.etag, values: formOf(read.page) },
    remote,
    form,
    touches: PAGE_TOUCHES,
    saved: ui('saved'),
    onCreated,
  })
}
