import { getPageDraft } from '@inkstone/contract/page-history.ts'
import { getPage, listPages } from '@inkstone/contract/pages.ts'
import { call, callWithTag } from '../../lib/api.ts'
import type { ReadPage } from './page-fields.ts'

/** The page, and its draft if there is one, which is then what is edited. */
export async function readForEditing(name: string): Promise<ReadPage> {
  const [{ data: page, etag }, pages] = await Promise.all([
    callWithTag(getPage, { params: { alias: name } }),
    call(listPages, { query: { all: 1 } }),
  ])
  if (!pages.some(({ id, draft }) => id === page.id && draft === 1)) return { page, etag }
  const draft = await callWithTag(getPageDraft, { params: { alias: String(page.id) } })
  return { page, draft: draft.data, etag: draft.etag }
}
