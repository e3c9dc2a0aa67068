import { expect, test } from 'vitest'
import type { ReadArticle } from './article-fields.ts'
import {
  autosavedPart,
  canBeCreated,
  endsSchedule,
  isCopyMeant,
  plannedTime,
  statusOfSave,
  withAlias,
} from './saving-rules.ts'

const MAY_PUBLISH = { edit: 1, publish: 1, audit: 1 }
const MAY_NOT = { edit: 1, publish: 0, audit: 0 }
const NOW = '2030-01-01 00:00:00'
const LATER = '2030-01-02 00:00:00'
const ME = 7

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

test.each([
  ['an own draft', { status: 0 }, undefined, 'draft'],
  ["another's draft", { status: 0, author: { id: 8 } }, undefined, undefined],
  ['a draft that is scheduled', { status: 0, scheduled_time: LATER }, undefined, undefined],
  ['the same by who may publish', { status: 0, scheduled_time: LATER, can: MAY_PUBLISH }, undefined, 'draft'],
  ['an article in review', { status: 2 }, undefined, undefined],
  ['a published article', { status: 1 }, undefined, undefined],
  ['a working copy', { status: 1 }, { review_status: 'none', scheduled_time: null }, 'copy'],
  ['a copy in review', { status: 1 }, { review_status: 'pending', scheduled_time: null }, undefined],
  ['a scheduled copy', { status: 1 }, { review_status: 'none', scheduled_time: LATER }, undefined],
])('what is autosaved of %s', (_, article, copy, part) => {
  expect(autosavedPart(readOf({ author: { id: ME }, can: MAY_NOT, ...article }, copy), ME)).toBe(part)
})

test.each([
  ['without a title', '', 1, false],
  ['with a title of spaces', '  ', 1, false],
  ['before its category is known', 'One', null, false],
  ['with a title and a category', 'One', 1, true],
])('whether a new article %s can be created', (_, title, category_id, isPossible) => {
  expect(canBeCreated({ title, category_id })).toBe(isPossible)
})

test.each([
  ['a new title generates an alias that is empty', { title: 'Two' }, '', { title: 'Two', alias: '' }],
  ['a new title leaves an alias that is there', { title: 'Two' }, 'one', { title: 'Two' }],
  ['a new text leaves an empty alias', { content: 'x' }, '', { content: 'x' }],
])('%s', (_, changes, alias, sent) => {
  expect(withAlias(changes, alias)).toEqual(sent)
})

test.each([
  ['a scheduled draft, by a user who may not publish', LATER, MAY_NOT, true],
  ['the same, by a user who may publish', LATER, MAY_PUBLISH, false],
  ['a draft', null, MAY_NOT, false],
])('whether a save ends the schedule of %s', (_, scheduled_time, can, isEnded) => {
  expect(endsSchedule(readOf({ status: 0, scheduled_time, can }))).toBe(isEnded)
})

test.each([
  ['in review', { status: 2, publish_time: LATER }, undefined, LATER],
  ['in review without a time', { status: 2, publish_time: null }, undefined, undefined],
  ['in review with a past date', { status: 2, publish_time: NOW }, undefined, undefined],
  ['scheduled', { status: 0, publish_time: LATER, scheduled_time: LATER }, undefined, undefined],
  ['archived', { status: 3, publish_time: LATER }, undefined, undefined],
  [
    'changed in a copy',
    { status: 1, publish_time: NOW },
    { publish_time: LATER, scheduled_time: null },
    LATER,
  ],
])('the planned time of an article that is %s', (_, article, copy, time) => {
  expect(plannedTime(readOf(article, copy), NOW)).toBe(time)
})
