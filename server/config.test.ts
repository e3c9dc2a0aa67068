import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (settings: Record<string, string>) => readConfig(settings, '/srv')

test('PUBLIC_URL and MEDIA_URL are URLs without a trailing slash, or unset', () => {
  expect(read({})).toMatchObject({ publicUrl: undefined, mediaUrl: undefined })
  expect(read({ PUBLIC_URL: ' ', MEDIA_URL: '' })).toMatchObject({
    publicUrl: undefined,
    mediaUrl: undefined,
  })
  const given = { PUBLIC_URL: 'https://blog.example.com/', MEDIA_URL: 'https://files.example.com/blog//' }
  expect(read(given)).toMatchObject({
    publicUrl: 'https://blog.example.com',
    mediaUrl: 'https://files.example.com/blog',
  })
})

test.each(['PUBLIC_URL', 'MEDIA_URL'])('an invalid URL in %s is reported by name', (name) => {
  for (const value of ['files.example.com', 'ftp://files.example.com', 'javascript:1', '/uploads'])
    expect(() => read({ [name]: value })).toThrow(`${name}: got ${JSON.stringify(value)}`)
})
