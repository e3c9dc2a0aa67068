import { expect, test } from 'vitest'
import type { ReadArticle } from './article-fields.ts'
import { isCopyMeant, statusOfSave } from './saving-rules.ts'

const MAY_PUBLISH = { publish: 1, audit: 1 }
const MAY_NOT = { publish: 0, audit: 0 }

/** Only what the rules look at. */
function readOf(article: object, copy?: object): ReadArticle {
  return { article: { scheduled_time: null, ...article }, copy, etag: '"1"' } as ReadArticle
}
const draft = readOf({ status: 0, can: MAY_PUBLISH })
const published = readOf({ status: 1, can: MAY_PUBLISH })
const copied = readOf({ status: 1, can: MAY_PUBLISH }, { review_status: 'none' })

test.each([
  ['a new article', undefined, undefined, false],
  ['a draft', draft, draft, false],
  ['a published article, by a user who may publish', published, published, false],
  ['a published article, by another user', readOf({ status: 1, can: MAY_NOT }), undefined, true],
  ['an article with a working copy', copied, copied, true],
  ['an article whose working copy is gone', published, copied, true],
  ['a draft whose working copy is gone', draft, copied, false],
])('whether a save of %s goes to the working copy', (_, read, opened, isMeant) => {
  expect(isCopyMeant(read, opened ?? read)).toBe(isMeant)
})

test.each([
  ['of pending changes by a reviewer keeps them in review', MAY_PUBLISH, 'pending', { status: 2 }],
  ['of pending changes by their author withdraws them', MAY_NOT, 'pending', {}],
  ['of other changes submits nothing', MAY_PUBLISH, 'rejected', {}],
])('a save %s', (_, can, review_status, sent) => {
  expect(statusOfSave(readOf({ status: 1, can }, { review_status }))).toEqual(sent)
})
