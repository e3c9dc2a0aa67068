import { expect, test } from 'vitest'
import { isMoment, timeIn } from './moment.ts'

test.each([
  ['0930', '09:30'],
  ['930', '09:30'],
  ['9', '09:00'],
  ['09', '09:00'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['9:5', '09:05'],
  ['21:05', '21:05'],
  ['2105', '21:05'],
  ['9:30 pm', '21:30'],
  ['930PM', '21:30'],
  ['12 am', '00:00'],
  ['12pm', '12:00'],
  ['下午9:30', '21:30'],
  ['上午9点', '09:00'],
  ['9点30分', '09:30'],
  ['０９：３０', '09:30'],
  ['24:00', undefined],
  ['9:60', undefined],
  ['13pm', undefined],
  ['', undefined],
  ['soon', undefined],
  ['12345', undefined],
])('%j is the time %j', (typed, time) => expect(timeIn(typed)).toBe(time))

test.each([
  ['2026-11-20 09:30:00', true],
  ['2026-11-20 soon', false],
  [null, false],
])('whether %j is a moment: %j', (text, expected) => expect(isMoment(text)).toBe(expected))
