import { describe, expect, test } from 'vitest'
import {
  copyAfterReject,
  copyAfterSave,
  copyAfterSubmit,
  copyWhenPublished,
  isCopyDue,
  NEW_COPY,
} from './copies.rules.ts'

const NOW = 1_000_000
const LATER = NOW + 60_000
const EARLIER = NOW - 60_000
const scheduled = { publish_at: LATER, scheduled_at: LATER, review_status: 'none' } as const
const wished = { ...scheduled, scheduled_at: null } as const
const pending = { ...wished, review_status: 'pending' } as const
const rejected = { ...wished, review_status: 'rejected' } as const

describe('saving a working copy', () => {
  const table = [
    ['a new one has no schedule', NEW_COPY, undefined, true, NEW_COPY],
    ['a time to come is its schedule', NEW_COPY, LATER, true, scheduled],
    ['or a wish, where the caller may not publish', NEW_COPY, LATER, false, wished],
    ['a past time means nothing', NEW_COPY, EARLIER, true, NEW_COPY],
    ['its schedule stays', scheduled, undefined, true, scheduled],
    ['but not by who may not publish', scheduled, undefined, false, wished],
    ['the schedule is taken away', scheduled, null, true, NEW_COPY],
    ['a pending one is taken back', pending, undefined, false, wished],
    ['by who may publish too', pending, undefined, true, wished],
    ['a rejected one stays rejected', rejected, undefined, false, rejected],
    ['and a time on it is only a wish', rejected, LATER, true, rejected],
  ] as const
  for (const [name, before, publishAt, mayPublish, after] of table)
    test(name, () => expect(copyAfterSave(before, publishAt, NOW, mayPublish)).toEqual(after))
})

test('a submission removes the schedule and keeps the suggested time', () => {
  expect(copyAfterSubmit(scheduled)).toEqual(pending)
  expect(copyAfterReject(pending)).toEqual(rejected)
})

test('is published immediately or at a future time', () => {
  expect(copyWhenPublished(null, NOW)).toBe('now')
  expect(copyWhenPublished(EARLIER, NOW)).toBe('now')
  expect(copyWhenPublished(LATER, NOW)).toEqual(scheduled)
})

test('a schedule is due at its second and not before', () => {
  expect(isCopyDue(scheduled, LATER - 1)).toBe(false)
  expect(isCopyDue(scheduled, LATER)).toBe(true)
  expect(isCopyDue(NEW_COPY, LATER)).toBe(false)
})
