import { describe, expect, test } from 'vitest'
import { readPlainHead, readPlainHeaders } from './plain-head.ts'

const read = (text: string) => readPlainHead(Buffer.from(text, 'latin1'))

describe('a plain head', () => {
  test('is one whole GET', () => {
    expect(read('GET /api/articles?page=2&tag=a%20b HTTP/1.1\r\nHost: a\r\n\r\n')).toEqual({
      url: '/api/articles?page=2&tag=a%20b',
      rest: '\r\nHost: a\r\n\r\n',
    })
  })

  const others = {
    'a part of one': 'GET /api/articles HTTP/1.1\r\nHost: a\r\n',
    'a part of the line': 'GET /api/art',
    'two of them': 'GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n',
    'one and the beginning of another': 'GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET',
    'one with a body': 'GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx',
    'another method': 'HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n',
    'a method that begins alike': 'GETS /a HTTP/1.1\r\nHost: a\r\n\r\n',
    'a method in small letters': 'get /a HTTP/1.1\r\nHost: a\r\n\r\n',
    'another version': 'GET /a HTTP/1.0\r\nHost: a\r\n\r\n',
    'no version': 'GET /a\r\nHost: a\r\n\r\n',
    'two spaces before the version': 'GET /a  HTTP/1.1\r\nHost: a\r\n\r\n',
    'two spaces before the address': 'GET  /a HTTP/1.1\r\nHost: a\r\n\r\n',
    'a space in the address': 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
    'a whole address': 'GET http://a/b HTTP/1.1\r\nHost: a\r\n\r\n',
    'a fragment': 'GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n',
    'a backslash': 'GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n',
    'letters beyond ASCII': 'GET /\u00e4 HTTP/1.1\r\nHost: a\r\n\r\n',
    'lines that end with one letter': 'GET /a HTTP/1.1\nHost: a\n\n',
    'an empty line before it': '\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n',
    'what is too long': `GET /a HTTP/1.1\r\nHost: ${'a'.repeat(8192)}\r\n\r\n`,
    nothing: '',
    'another protocol': '\x16\x03\x01\x02\x00',
  }
  test.each(Object.entries(others))('is not %s', (_, text) => {
    expect(read(text)).toBeUndefined()
  })
})

describe('plain headers', () => {
  test('are read by their names, without the spaces around them', () => {
    expect(readPlainHeaders('\r\nHost: a:80\r\nX-Site:  b \r\nEmpty:\r\n\r\n')).toEqual({
      host: 'a:80',
      'x-site': 'b',
      empty: '',
    })
  })

  test('of a hostile name are values like any other', () => {
    const headers = readPlainHeaders('\r\n__proto__: x\r\n\r\n')
    expect(headers).toBeUndefined()
    expect(readPlainHeaders('\r\nconstructor: x\r\n\r\n')?.constructor).toBe('x')
    expect(readPlainHeaders('\r\nHost: a\r\n\r\n')?.constructor).toBeUndefined()
  })

  const others = {
    'none at all': '\r\n\r\n',
    'a line that goes on': '\r\nHost: a\r\n b\r\n\r\n',
    'a space before the colon': '\r\nHost : a\r\n\r\n',
    'no colon': '\r\nHost\r\n\r\n',
    'no name': '\r\n: a\r\n\r\n',
    'a name twice': '\r\nHost: a\r\nhost: b\r\n\r\n',
    'a single line feed': '\r\nHost: a\nX: b\r\n\r\n',
    'a single carriage return': '\r\nHost: a\rX: b\r\n\r\n',
    'a tab': '\r\nHost:\ta\r\n\r\n',
    'a NUL': '\r\nHost: a\0\r\n\r\n',
    'letters beyond ASCII': '\r\nX-Site: \u00e4\r\n\r\n',
  }
  test.each(Object.entries(others))('are not those with %s', (_, text) => {
    expect(readPlainHeaders(text)).toBeUndefined()
  })
})
