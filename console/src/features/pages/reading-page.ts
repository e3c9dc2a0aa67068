import { getPageDraft } from '@inkstone/contract/page-history.ts'
import { getPage } from '@inkstone/contract/pages.ts'
import { callWithTag } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { ReadPage } from './page-fields.ts'

const NOT_FOUND = 404

/** The page, and its draft if there is one, which is then what is edited. */
export async function readForEditing(name: string): Promise<ReadPage> {
  const { data: page, etag } = await callWithTag(getPage, { params: { alias: name } })
  const draft = await callWithTag(getPageDraft, { params: { alias: String(page.id) } }).catch((failure) => {
    if (failure instanceof ApiError && failure.status === NOT_FOUND) return undefined
    throw failure
  })
  return draft ? { page, draft: draft.data, etag: draft.etag } : { page, etag }
}
