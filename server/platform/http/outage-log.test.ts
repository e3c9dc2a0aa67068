import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createOutageLog } from './outage-log.ts'

test('an outage is logged at once and every ten seconds, not for each request', () => {
  const lines: { request_id: string; more?: number; err: { message: string } }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  let now = 0
  const report = createOutageLog(log, () => now)
  for (let request = 0; request <= 250; request++) {
    now = request * 100
    report(new Error('gone'), `gone ${request}`)
    if (request === 5) report(new Error('full'), 'full 5')
  }
  expect(lines.map(({ request_id, more, err }) => [request_id, err.message, more])).toEqual([
    ['gone 0', 'gone', undefined],
    ['full 5', 'full', undefined],
    ['gone 100', 'gone', 99],
    ['gone 200', 'gone', 99],
  ])
})
