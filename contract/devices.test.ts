import { expect, test } from 'vitest'
import { deviceInChinese } from './devices.ts'

test.each([
  ['Safari on Linux', 'Linux 上的 Safari'],
  ['Samsung Internet on Android', 'Android 上的 Samsung Internet'],
  ['curl', 'curl'],
  ['', ''],
])('%j is %j in Chinese', (device, expected) => {
  expect(deviceInChinese(device)).toBe(expected)
})
