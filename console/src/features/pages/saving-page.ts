import { createPage, updatePage } from '@inkstone/contract/pages.ts'
import { call } from '../../lib/api.ts'
import { changedFields, type Fields } from '../../lib/fields.ts'
import { useSaving } from '../../lib/saving.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { formOf, PAGE_TOUCHES, type PageForm, type ReadPage } from './page-fields.ts'
import { pageWords } from './pages.words.ts'

export function useSavingPage(read: ReadPage | undefined, form: Fields<PageForm>) {
  const say = useWords(pageWords)
  const ui = useWords(uiWords)
  async function send(over: boolean): Promise<number> {
    if (!read) return (await call(createPage, { body: form.values })).id
    const params = { alias: String(read.page.id) }
    const body = changedFields(form.base, form.values)
    return (await call(updatePage, { params, body, ifMatch: over ? undefined : read.etag })).id
  }
  async function reread(from: ReadPage): Promise<PageForm | undefined> {
    const page = await from.reread()
    return page && formOf(page)
  }
  return useSaving({
    send,
    form,
    touches: PAGE_TOUCHES,
    saved: read ? ui('saved') : say('created'),
    addressOf: (id) => `/pages/${id}`,
    reread: read && (() => reread(read)),
  })
}
