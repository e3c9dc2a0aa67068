import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Flow, openFlow, sealFlow } from './flow.rules.ts'

const key = randomBytes(32)
const flow: Flow = {
  expected: { state: 's', nonce: 'n', verifier: 'v' },
  returnTo: 'https://site.example/back',
  userId: 3,
  sessionId: 4,
  expiresAt: 2_000,
}
const sealed = sealFlow(key, flow)

test('a pending login is read back until it expires', () => {
  expect(openFlow(key, sealed, 1_999)).toEqual(flow)
  expect(openFlow(key, sealed, 2_000)).toBeUndefined()
})

test.each([
  ['no cookie', undefined],
  ['an empty cookie', ''],
  ['a changed cookie', `${sealed.slice(0, -2)}xx`],
  ['the cookie of another service', sealFlow(randomBytes(32), flow)],
  ['other text', 'nothing of ours'],
])('%s is no pending login', (_, cookie) => {
  expect(openFlow(key, cookie, 0)).toBeUndefined()
})
