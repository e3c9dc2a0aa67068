import { allProblems, type IssueName, issues } from '@inkstone/contract/problems.ts'
import { describe, expect, test } from 'vitest'
import {
  badQuery,
  codeOf,
  errorsOf,
  fieldOf,
  fieldTexts,
  invalid,
  issueText,
  messageOf,
  Problem,
  statusOf,
} from './problem.ts'

const CHINESE = /\p{Script=Han}/u

describe('every problem', () => {
  for (const [name] of allProblems)
    test(`${name} has an error status, a code and a text in both languages`, () => {
      // Redirects are problems too, so statuses start at 300.
      expect(statusOf(name)).toBeGreaterThanOrEqual(300)
      expect(statusOf(name)).toBeLessThan(600)
      // The code is the status, except for those of a login or a token, which are all 401.
      if (codeOf(name) !== statusOf(name)) {
        expect([10001, 10002, 10003, 10004, 10005, 10006]).toContain(codeOf(name))
        expect(statusOf(name)).toBe(401)
      }
      expect(messageOf(name, 'en')).toMatch(/^[A-Z].*[.)]$/)
      expect(messageOf(name, 'en')).not.toMatch(CHINESE)
      expect(messageOf(name, 'zh')).toMatch(CHINESE)
    })
})

test('every problem with the status 422 says what it is about', () => {
  const rejections = [...allProblems.keys()].filter((name) => name !== 'invalid' && statusOf(name) === 422)
  expect(rejections).toContain('backup-unfit')
  for (const name of rejections)
    expect(errorsOf(new Problem(name), 'zh'), name).toEqual({
      [String(fieldOf(name))]: [messageOf(name, 'zh')],
    })
  expect(rejections.map(fieldOf)).not.toContain(undefined)
  expect(errorsOf(new Problem('forbidden'), 'en')).toBeUndefined()
})

test('every issue has a text in both languages, with the same placeholders', () => {
  const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort()
  for (const { en, zh } of Object.values(issues)) {
    expect(en).not.toBe('')
    expect(zh).toMatch(CHINESE)
    expect(blanks(zh)).toEqual(blanks(en))
  }
})

test('placeholders are filled with any value', () => {
  expect(issueText({ name: 'too-long', fill: { limit: 100 } }, 'en')).toBe(
    'This must have at most 100 characters.',
  )
  expect(issueText({ name: 'not-allowed', fill: { values: '$& {limit}' } }, 'zh')).toBe(
    '必须是以下之一：$& {limit}。',
  )
  expect(issueText({ name: 'too-long' as IssueName }, 'en')).not.toContain('{')
})

test('an invalid field is reported by name', () => {
  const { problem, details } = invalid('title', 'too-long', { limit: 5 })
  expect(problem).toBe('invalid')
  expect(fieldTexts(details.fields ?? new Map(), 'zh')).toEqual({ title: ['长度不能超过 5 个字符。'] })
  expect(badQuery('page', 'not-integer').problem).toBe('bad-request')
})
