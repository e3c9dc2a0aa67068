import { describe, expect, test } from 'vitest'
import {
  isDue,
  stateAfter,
  stateAfterApproval,
  stateAfterRejection,
  stateAfterUnpublishing,
} from './publication.rules.ts'

const NOW = 1_000_000
const LATER = NOW + 60_000
const EARLIER = NOW - 60_000
const none = { review_status: 'none' } as const
const draft = { status: 0, publish_at: null, scheduled_at: null, ...none } as const
const scheduled = { status: 0, publish_at: LATER, scheduled_at: LATER, ...none } as const
const published = { status: 1, publish_at: EARLIER, scheduled_at: null, ...none } as const
const pending = { status: 2, publish_at: LATER, scheduled_at: null, review_status: 'pending' } as const
const rejected = { ...draft, publish_at: LATER, review_status: 'rejected' } as const
const archived = { status: 3, publish_at: EARLIER, scheduled_at: null, ...none } as const

describe('the result of a requested state', () => {
  const table = [
    ['a draft left alone stays one', draft, {}, draft],
    ['a draft is published now', draft, { status: 1 }, { ...published, publish_at: NOW }],
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
    [
      'an archived one comes back without a future time',
      { ...archived, publish_at: LATER },
      { status: 0 },
      draft,
    ],
    ['an archived one keeps a past date', archived, { status: 0 }, { ...draft, publish_at: EARLIER }],
    [
      'an archived one is scheduled by a time that is sent',
      { ...archived, publish_at: LATER },
      { status: 0, publishAt: LATER },
      scheduled,
    ],
    ['pending holds the date but no schedule', scheduled, { status: 2 }, pending],
    [
      'a withdrawn one has no schedule, only its date',
      pending,
      { status: 0 },
      { ...draft, publish_at: LATER },
    ],
    [
      'not even with a time in the same save',
      pending,
      { status: 0, publishAt: LATER },
      { ...draft, publish_at: LATER },
    ],
    ['a time on a rejected draft is only a wish', rejected, { publishAt: LATER }, rejected],
    ['a rejected one that is scheduled by name is', rejected, { status: 1, publishAt: LATER }, scheduled],
    ['a rejected one that is submitted again waits', rejected, { status: 2 }, pending],
    ['publishing what is published changes nothing', published, { status: 1 }, published],
    ['an archived one can be published again', archived, { status: 1 }, published],
    ['archiving ends a schedule', scheduled, { status: 3 }, { ...archived, publish_at: LATER }],
  ] as const
  for (const [name, before, wish, after] of table)
    test(name, () => expect(stateAfter(before, wish, NOW, true)).toEqual(after))

  test('a user who may not publish can set a date but no schedule', () => {
    expect(stateAfter(draft, { publishAt: LATER }, NOW, false)).toEqual({ ...draft, publish_at: LATER })
  })

  test('a user who may not publish sends an approved schedule back to review by saving', () => {
    expect(stateAfter(scheduled, {}, NOW, false)).toEqual(pending)
    expect(stateAfter(scheduled, { status: 0, publishAt: null }, NOW, false)).toEqual({
      ...pending,
      publish_at: null,
    })
    expect(stateAfter(scheduled, {}, NOW, true)).toEqual(scheduled)
  })

  test('a public article keeps the review of its working copy', () => {
    const inReview = { ...published, review_status: 'pending' } as const
    expect(stateAfter(inReview, {}, NOW, true)).toEqual(inReview)
    expect(stateAfter(inReview, { status: 0 }, NOW, true).review_status).toBe('none')
  })

  test('a public article cannot have a date in the future', () => {
    expect(() => stateAfter(published, { publishAt: LATER }, NOW, true)).toThrow()
  })
})

describe('a review', () => {
  test('publishes, or schedules for the set time', () => {
    expect(stateAfterApproval(draft, NOW)).toEqual({ ...published, publish_at: NOW })
    expect(stateAfterApproval(pending, NOW)).toEqual(scheduled)
    expect(stateAfterApproval(published, NOW)).toEqual(published)
  })
  test('rejects to a draft that is not published automatically', () => {
    expect(stateAfterRejection(pending)).toEqual(rejected)
    expect(isDue(stateAfterRejection(pending), LATER + 1)).toBe(false)
  })

  test('unpublishing keeps a past date, and removes a future one', () => {
    expect(stateAfterUnpublishing(scheduled, NOW)).toEqual(draft)
    expect(stateAfterUnpublishing(published, NOW)).toEqual({ ...draft, publish_at: published.publish_at })
    expect(stateAfterUnpublishing(rejected, NOW)).toEqual({ ...rejected, publish_at: null })
  })
})

test('a schedule is due at its second and not before', () => {
  expect(isDue(scheduled, LATER - 1)).toBe(false)
  expect(isDue(scheduled, LATER)).toBe(true)
  expect(isDue({ ...scheduled, status: 2 }, LATER)).toBe(false)
})
