import { createPage, updatePage } from '@inkstone/contract/pages.ts'
import { call } from '../../lib/api.ts'
import { changedFields, type Fields } from '../../lib/fields.ts'
import { useSaving } from '../../lib/saving.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { PAGE_TOUCHES, type PageDetail, type PageForm } from './page-fields.ts'
import { pageWords } from './pages.words.ts'

export function useSavingPage({
  page,
  etag,
  form,
  first,
  onReload,
}: {
  page: PageDetail | undefined
  etag: string | undefined
  form: Fields<PageForm>
  first: PageForm
  onReload: (() => void) | undefined
}) {
  const say = useWords(pageWords)
  const ui = useWords(uiWords)
  async function send(over: boolean): Promise<number> {
    if (!page) return (await call(createPage, { body: form.values })).id
    const params = { alias: String(page.id) }
    const body = changedFields(first, form.values)
    return (await call(updatePage, { params, body, ifMatch: over ? undefined : etag })).id
  }
  return useSaving({
    send,
    isNew: page === undefined,
    form,
    touches: PAGE_TOUCHES,
    saved: page ? ui('saved') : say('created'),
    addressOf: (id) => `/pages/${id}`,
    onReload,
  })
}
