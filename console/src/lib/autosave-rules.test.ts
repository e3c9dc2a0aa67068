import { expect, test } from 'vitest'
import { isCreationOpen, isToldElsewhere, isWorthTrying, reasonOf } from './autosave-rules.ts'

const sent = { values: { title: '', tag_ids: [1] }, etag: '"1"', token: 'a' }
const refusal = { status: 422, message: 'Some fields are not valid.', fields: { title: ['Required.'] } }

test.each([
  ['nothing was refused', undefined, sent, true],
  ['nothing has changed', 422, sent, false],
  ['the same content is another object', 422, { ...sent, values: { title: '', tag_ids: [1] } }, false],
  ['the content has changed', 422, { ...sent, values: { title: 'One', tag_ids: [1] } }, true],
  ['there is another version', 403, { ...sent, etag: '"2"' }, true],
  ['the user has signed in again', 403, { ...sent, token: 'b' }, true],
  ['there was no response', 0, sent, true],
  ['the server failed', 503, sent, true],
])('whether an autosave is tried again when %s', (_, status, next, isTried) => {
  const refused = status === undefined ? undefined : { ...sent, ...refusal, status }
  expect(isWorthTrying(refused, next)).toBe(isTried)
})

test.each([
  [401, true],
  [429, true],
  [403, false],
  [422, false],
  [0, false],
])('whether a failure with status %i is told elsewhere', (status, isTold) => {
  expect(isToldElsewhere({ status })).toBe(isTold)
})

test.each([
  ['there was no response', 0, true],
  ['a proxy had no response', 504, true],
  ['the session had ended', 401, true],
  ['there were too many requests', 429, true],
  ['the server refused the values', 422, false],
  ['the user may not create it', 403, false],
  ['the server failed', 500, false],
])('whether a creation is sent again as it was when %s', (_, status, isOpen) => {
  expect(isCreationOpen({ status })).toBe(isOpen)
})

test('the reason names the fields, or is the message', () => {
  const inEnglish = (field: string, why: string) => `${field.toUpperCase()}: ${why}`
  expect(reasonOf(refusal, inEnglish)).toBe('TITLE: Required.')
  expect(reasonOf({ ...refusal, fields: {} }, inEnglish)).toBe('Some fields are not valid.')
  const fields = { title: ['请填写标题。'], alias: ['过长。', '已被占用。'] }
  const inChinese = (field: string, why: string) => `${field}：${why}`
  expect(reasonOf({ ...refusal, fields }, inChinese)).toBe('title：请填写标题。alias：过长。已被占用。')
})
