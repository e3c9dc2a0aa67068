import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, IdOrNone, Instant, OneOf } from './schema.ts'

/** Why a change of a token could not be undone. */
export const undoReasons = [
  'changed-since',
  'forbidden',
  'gone',
  'in-use',
  'no-version',
  'no-way-back',
  'working-copy',
] as const

/** The maximum number of items that one call undoes. */
export const MAX_UNDONE = 1000

export const undoToken = endpoint({
  method: 'POST',
  path: '/api/tokens/{id}/undo',
  access: 'tokens.own',
  tag: 'API tokens',
  summary: 'Undo the changes of an API token',
  description: `For the owner of the token, within their own permissions, and for administrators. Works for revoked tokens too. Articles and pages return to their previous revision, and to the alias, flags, status and times they had (what would be public by now is published); created items move to the recycle bin (unused tags are deleted; answered comments stay), deleted items are restored, working copies and drafts of pages that it created are discarded. Of autosaved drafts the text is restored. Each item is handled independently. Items that could not be undone are in \`left\`: \`changed-since\` someone else changed the same part of it afterwards, \`forbidden\` the caller may not change it, \`gone\` it no longer exists, \`in-use\` other content needs it or has its alias, \`no-version\` there is no earlier version (also of somebody's draft of a page, \`page-draft\`), \`no-way-back\` this kind of change cannot be undone, \`working-copy\` it is in the working copy of an article, or the token put the working copy of somebody in the place of the text. An item is undone completely or stays as it is. At most ${MAX_UNDONE} items are undone per call: repeat it for the rest.`,
  params: Type.Object({ id: Id }),
  body: Type.Object({ since: Instant }),
  answer: Type.Object({
    undone: Count,
    left: Type.Array(
      Type.Object({ type: Type.String({ examples: ['article'] }), id: IdOrNone, why: OneOf(undoReasons) }),
    ),
  }),
  problems: ['token-not-found'],
})
