import { defaultSettings } from '@inkstone/contract/settings.ts'
import { describe, expect, test } from 'vitest'
import { lastDays } from '../../platform/times/days.ts'
import { createZone } from '../../platform/times/times.ts'
import { escapeHtml } from '../messages/email-html.rules.ts'
import { writeMessageEmail } from '../messages/message-emails.rules.ts'
import {
  approvedMoved,
  asTrees,
  countLinks,
  decisionNotice,
  firstStatus,
  guestIssues,
  lengthIssue,
  placeUnder,
  secondsToWait,
} from './comments.rules.ts'
import { recipientsOf } from './notifications.rules.ts'
import { countsByDay } from './statistics.rules.ts'

describe('lengths', () => {
  const cases: Array<[string, number, string | undefined]> = [
    ['字', 9, 'too-short'],
    ['字', 10, undefined],
    ['字', 500, undefined],
    ['字', 501, 'too-long'],
    ['😀', 9, 'too-short'],
    ['😀', 10, undefined],
    ['😀', 500, undefined],
    ['😀', 501, 'too-long'],
    ['a', 10, undefined],
    ['\u200b', 20, 'required'],
    ['\u00ad', 20, 'required'],
    [' ', 20, 'required'],
  ]
  for (const [character, count, issue] of cases)
    test(`${count} times ${JSON.stringify(character)}: ${issue ?? 'fine'}`, () => {
      expect(lengthIssue(character.repeat(count), defaultSettings)?.name).toBe(issue)
    })
})

test('links are counted in every form', () => {
  expect(countLinks('see https://a.example and HTTP://b.example or www.c.example')).toBe(3)
  expect(countLinks('http://www.a.example')).toBe(1)
  expect(countLinks('no link, just a.b and 3//4')).toBe(0)
})

test('the waiting time', () => {
  expect(secondsToWait(undefined, 60, 1_000)).toBe(0)
  expect(secondsToWait(1_000, 60, 1_000)).toBe(60)
  expect(secondsToWait(1_000, 60, 60_999)).toBe(1)
  expect(secondsToWait(1_000, 60, 61_000)).toBe(0)
  expect(secondsToWait(1_000, 0, 1_000)).toBe(0)
  // Its transaction began later, but was faster.
  expect(secondsToWait(1_005, 0, 1_000)).toBe(0)
  expect(secondsToWait(1_005, 60, 1_000)).toBe(60)
})

describe('the initial status of a comment', () => {
  const guest = { userId: 0, role: 'anonymous', isClean: true, past: undefined } as const
  const member = { userId: 5, role: 'member', isClean: true, past: undefined } as const
  const editor = { userId: 6, role: 'editor', isClean: false, past: undefined } as const
  const after = (approved: number, spam = 0) => ({ ...member, past: { approved, spam } })
  const cases = [
    ['a guest waits', {}, guest, 0],
    ['a member waits', {}, member, 0],
    ['a trusted role passes', {}, editor, 1],
    ['but not where trust is off', { comment_auto_trusted: 0 }, editor, 0],
    ['a trusted user passes', { comment_trusted_users: [5] }, member, 1],
    ['user 0 is nobody to trust', { comment_trusted_users: [0] }, guest, 0],
    ['a registered one passes where that is on', { comment_auto_registered: 1 }, member, 1],
    ['a guest is not registered', { comment_auto_registered: 1 }, guest, 0],
    ['a clean one passes where that is on', { comment_auto_clean: 1 }, guest, 1],
    ['one with words does not', { comment_auto_clean: 1 }, { ...guest, isClean: false }, 0],
    ['who has enough approved ones passes', { comment_auto_after: 3 }, after(3), 1],
    ['who has one too few waits', { comment_auto_after: 3 }, after(2), 0],
    ['who has sent spam waits', { comment_auto_after: 3 }, after(9, 1), 0],
    ['none are enough only where that is on', {}, after(9), 0],
    ['a guest has no past', { comment_auto_after: 1 }, guest, 0],
    ['everything passes without review', { comment_review: 0 }, { ...guest, isClean: false }, 1],
  ] as const
  for (const [what, settings, who, status] of cases)
    test(what, () => {
      expect(firstStatus({ ...defaultSettings, ...(settings as object) }, who)).toBe(status)
    })
})

describe('the place of a reply', () => {
  const chain = [5, 4, 3, 2, 1].map((depth) => ({
    id: depth * 10,
    parent_id: depth === 1 ? null : (depth - 1) * 10,
    root_id: depth === 1 ? null : 10,
    depth,
  }))
  const cases: Array<[string, number, number, object]> = [
    ['under what it answers', 1, 5, { parent_id: 10, root_id: 10, depth: 2 }],
    ['on the fifth level', 4, 5, { parent_id: 40, root_id: 10, depth: 5 }],
    ['on the fifth level still', 5, 5, { parent_id: 40, root_id: 10, depth: 5 }],
    ['higher, where the limit has sunk', 5, 2, { parent_id: 10, root_id: 10, depth: 2 }],
    ['on top, where nothing nests', 5, 1, { parent_id: null, root_id: null, depth: 1 }],
  ]
  for (const [what, answered, maxDepth, place] of cases)
    test(what, () => {
      expect(placeUnder(chain.slice(5 - answered), maxDepth)).toEqual(place)
    })
})

test('the number of approved comments follows the status', () => {
  expect([approvedMoved(0, 1), approvedMoved(1, 3), approvedMoved(1, 1), approvedMoved(0, 2)]).toEqual([
    1, -1, 0, 0,
  ])
})

test('the message to the commenter about a decision', () => {
  const cases = [
    [0, null, 1, 'comment-passed'],
    [0, null, 2, 'comment-rejected'],
    [0, null, 3, undefined],
    [0, 9, 1, undefined],
    [2, 9, 1, 'comment-passed'],
    [1, 9, 1, undefined],
    [1, 9, 0, undefined],
    [1, 9, 2, 'comment-rejected'],
  ] as const
  for (const [before, told_at, after, news] of cases)
    expect(decisionNotice({ status: before, told_at }, after), `${before} ${after}`).toBe(news)
})

test('trees are in order, without replies to hidden comments', () => {
  const row = (id: number, parent_id: number | null, like_count = 0) => ({ id, parent_id, like_count })
  const rows = [row(1, null, 5), row(2, null), row(3, 1), row(4, 3), row(6, 5), row(7, 6), row(8, null, 5)]
  const ids = (order: 'latest' | 'oldest' | 'hot') => asTrees(rows, order).map((tree) => tree.row.id)
  expect([ids('latest'), ids('oldest'), ids('hot')]).toEqual([
    [8, 2, 1],
    [1, 2, 8],
    [8, 1, 2],
  ])
  expect(asTrees(rows, 'oldest')[0]?.children[0]?.children[0]?.row.id).toBe(4)
  expect(JSON.stringify(asTrees(rows, 'oldest'))).not.toContain('"id":7')
})

test('a guest needs a name and an e-mail address', () => {
  expect([...guestIssues({}).keys()]).toEqual(['nickname', 'email'])
  expect([...guestIssues({ nickname: '\u200b', email: 'a@b' }).keys()]).toEqual(['nickname'])
  expect(guestIssues({ nickname: '李华', email: 'a@b' }).size).toBe(0)
})

describe('who is notified', () => {
  const person = (userId: number, email = '') => ({ userId, email })
  const kinds = (...people: Parameters<typeof recipientsOf>) =>
    recipientsOf(...people).map(({ kind, person: { userId, email } }) => [kind, userId || email])
  const cases: Array<[string, Parameters<typeof recipientsOf>, unknown[]]> = [
    ['the author', [person(0, 'g@x'), undefined, person(1, 'a@x')], [['comment-new', 1]]],
    ['nobody of their own', [person(1, 'a@x'), undefined, person(1, 'a@x')], []],
    [
      'the answered and the author',
      [person(3), person(2, 'b@x'), person(1, 'a@x')],
      [
        ['comment-answer', 2],
        ['comment-new', 1],
      ],
    ],
    ['nobody twice', [person(3), person(1, 'a@x'), person(1, 'a@x')], [['comment-answer', 1]]],
    ['nor by another spelling', [person(3), person(0, 'A@X'), person(1, 'a@x')], [['comment-answer', 'A@X']]],
    ['nobody if a guest answers themselves', [person(0, 'g@x'), person(0, 'G@x'), undefined], []],
  ]
  for (const [what, people, expected] of cases)
    test(what, () => {
      expect(kinds(...people)).toEqual(expected)
    })
})

test('an e-mail escapes user input', () => {
  const { html, text } = writeMessageEmail({
    kind: 'comment-new',
    details: { nickname: '<b>', title: '"T"', content: '<script>1 & 2</script>' },
    siteName: "L'été",
    language: 'en',
    link: 'https://x.example/"><b>',
    unsubscribeUrl: 'https://x.example/?a=1&b=2',
  })
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;1 &amp; 2&lt;/script&gt;')
  expect(html).toContain('href="https://x.example/?a=1&amp;b=2"')
  expect(html).toContain('href="https://x.example/&quot;&gt;&lt;b&gt;"')
  expect(text).toContain('<script>1 & 2</script>')
  expect(escapeHtml(`<>&"'`)).toBe('&lt;&gt;&amp;&quot;&#39;')
})

test('days are those of the time zone', () => {
  const zone = createZone('Asia/Shanghai')
  const now = Date.parse('2026-03-01T20:00:00Z')
  const days = lastDays(zone, now, 3)
  expect(days).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'])
  const quarter = now / 900_000
  expect(countsByDay(zone, days, [{ quarter, status: 1, total: 4 }])[2]).toMatchObject({
    date: '2026-03-02',
    approved: 4,
    total: 4,
  })
})
