import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delayed, flushDelayed } from './delayed-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('changes are passed on together, once after the first', () => {
  const tell = vi.fn()
  const text = delayed(tell, 300)
  text.changed()
  text.changed()
  expect([tell.mock.calls.length, text.isWaiting()]).toEqual([0, true])
  vi.advanceTimersByTime(300)
  expect([tell.mock.calls.length, text.isWaiting()]).toEqual([1, false])
  vi.advanceTimersByTime(1000)
  expect(tell).toHaveBeenCalledTimes(1)
})

test('changes are also passed on during continuous typing', () => {
  const tell = vi.fn()
  const text = delayed(tell, 300)
  for (let key = 0; key < 100; key++) {
    text.changed()
    vi.advanceTimersByTime(30)
  }
  expect(tell.mock.calls.length).toBeGreaterThanOrEqual(9)
  expect(tell.mock.calls.length).toBeLessThanOrEqual(10)
})

test('a flush passes on pending changes once', () => {
  const tell = vi.fn()
  const text = delayed(tell, 300)
  text.changed()
  text.changed()
  flushDelayed()
  expect(tell).toHaveBeenCalledTimes(1)
  flushDelayed()
  vi.advanceTimersByTime(1000)
  expect(tell).toHaveBeenCalledTimes(1)
})
