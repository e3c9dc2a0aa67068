import { describe, expect, test } from 'vitest'
import {
  isDue,
  standingAfter,
  standingAfterPass,
  standingAfterReject,
  standingTakenBack,
} from './publication.rules.ts'

const NOW = 1_000_000
const LATER = NOW + 60_000
const EARLIER = NOW - 60_000
const draft = { status: 0, publish_at: null, scheduled_at: null }
const scheduled = { status: 0, publish_at: LATER, scheduled_at: LATER }
const published = { status: 1, publish_at: EARLIER, scheduled_at: null }
const pending = { status: 2, publish_at: LATER, scheduled_at: null }
const archived = { status: 3, publish_at: EARLIER, scheduled_at: null }

describe('what a wish comes to', () => {
  const table = [
    ['a draft left alone stays one', draft, {}, draft],
    ['a draft is published now', draft, { status: 1 }, { status: 1, publish_at: NOW, scheduled_at: null }],
    [
      'a draft with a past date is published with it',
      { ...draft, publish_at: EARLIER },
      { status: 1 },
      published,
    ],
    ['a future time on a draft schedules', draft, { publishAt: LATER }, scheduled],
    ['status 1 with a future time schedules', draft, { status: 1, publishAt: LATER }, scheduled],
    [
      'a past time on a draft is only a date',
      draft,
      { publishAt: EARLIER },
      { ...draft, publish_at: EARLIER },
    ],
    [
      'a past time on a scheduled draft ends the schedule',
      scheduled,
      { publishAt: EARLIER },
      { ...draft, publish_at: EARLIER },
    ],
    ['taking the time away ends the schedule', scheduled, { publishAt: null }, draft],
    ['other changes leave the schedule', scheduled, {}, scheduled],
    ['back to draft cancels', published, { status: 0 }, { ...draft, publish_at: EARLIER }],
    ['pending holds the date but no schedule', scheduled, { status: 2 }, pending],
    ['publishing what is published changes nothing', published, { status: 1 }, published],
    ['an archived one can be published again', archived, { status: 1 }, published],
    [
      'archiving ends a schedule',
      scheduled,
      { status: 3 },
      { status: 3, publish_at: LATER, scheduled_at: null },
    ],
  ] as const
  for (const [name, before, wish, after] of table)
    test(name, () => expect(standingAfter(before, wish, NOW, true)).toEqual(after))

  test('who may not publish can set a date but no schedule', () => {
    expect(standingAfter(draft, { publishAt: LATER }, NOW, false)).toEqual({ ...draft, publish_at: LATER })
  })

  test('a public article cannot have a date in the future', () => {
    expect(() => standingAfter(published, { publishAt: LATER }, NOW, true)).toThrow()
  })
})

describe('a review', () => {
  test('passes to public, or to the time that was set', () => {
    expect(standingAfterPass(draft, NOW)).toEqual({ status: 1, publish_at: NOW, scheduled_at: null })
    expect(standingAfterPass(pending, NOW)).toEqual(scheduled)
    expect(standingAfterPass(published, NOW)).toEqual(published)
  })
  test('rejects to a draft that nothing publishes', () => {
    expect(standingAfterReject(pending)).toEqual({ status: 0, publish_at: LATER, scheduled_at: null })
    expect(isDue(standingAfterReject(pending), LATER + 1)).toBe(false)
  })

  test('who takes it back keeps a date that is past, and no time to come', () => {
    expect(standingTakenBack(scheduled, NOW)).toEqual(draft)
    expect(standingTakenBack(published, NOW)).toEqual({ ...draft, publish_at: published.publish_at })
  })
})

test('a schedule is due at its second and not before', () => {
  expect(isDue(scheduled, LATER - 1)).toBe(false)
  expect(isDue(scheduled, LATER)).toBe(true)
  expect(isDue({ ...scheduled, status: 2 }, LATER)).toBe(false)
})
