import { expect, test } from 'vitest'
import { cookieFor, cookieOf } from './cookies.ts'

test.each([
  ['a=1; captcha_id=x=y ;b', 'x=y'],
  ['captcha_id=', ''],
  ['not_captcha_id=x', undefined],
  [undefined, undefined],
])('the cookie in %j is %j', (header, value) => {
  expect(cookieOf(header, 'captcha_id')).toBe(value)
})

test.each([
  [true, 'a=b; Path=/api; Max-Age=60; HttpOnly; SameSite=Lax; Secure'],
  [false, 'a=b; Path=/api; Max-Age=60; HttpOnly; SameSite=Lax'],
])('no script can read a cookie, whether it is secure (%s) or not', (secure, header) => {
  expect(cookieFor('a', 'b', { path: '/api', seconds: 60, secure })).toBe(header)
})
