import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, IdOrNone, Instant, OneOf } from './schema.ts'

/** Why something that a token changed stays as it is. */
export const undoReasons = [
  'changed-since',
  'forbidden',
  'gone',
  'in-use',
  'no-version',
  'no-way-back',
  'working-copy',
] as const

export const undoToken = endpoint({
  method: 'POST',
  path: '/api/tokens/{id}/undo',
  access: 'tokens.own',
  tag: 'API tokens',
  summary: 'Put back what an API token changed',
  description:
    'For the owner of the token, with what they may do themselves, and administrators; for revoked tokens too. Articles go back to the revision and the status before, what was created goes to the recycle bin (tags that nobody uses are deleted), what was deleted is restored. Each thing stands alone. What cannot be put back is in `left`: `changed-since` somebody else changed it afterwards, `forbidden` the caller may not, `gone` it does not exist any more, `in-use` other things need it, `no-version` no earlier version is kept, `no-way-back` changes of this kind are not put back, `working-copy` it is in the working copy of an article. At most 1000 things in one call.',
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
