import { expect, test } from 'vitest'
import { withoutToken } from './log.ts'

const SESSION = 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOjF9.c2lnbmF0dXJl'
const hidden = [
  `/api/x?token=${SESSION}`,
  '/api/x?token[]=s3cret',
  '/api/x?token%5B%5D=s3cret',
  '/api/x?access_token=s3cret&page=1',
  '/api/x;token=s3cret',
  '/api/x?page=1;token=s3cret',
  '/api/x?%74oken=s3cret',
  '/api/x?a=1#token=s3cret',
  `/api/articles/${SESSION}`,
  '/api/articles/ink_s3cret-s3cret',
]
for (const url of hidden)
  test(`a token in ${url} is not logged`, () => {
    expect(withoutToken(url)).toContain('[hidden]')
    expect(withoutToken(url)).not.toMatch(/s3cret|c2lnbmF0dXJl/)
  })

test('other parameters are logged', () => {
  for (const url of ['/api/articles?page=2&keyword=a%20b', '/api/tokens/3', '/uploads/key-of-a.png'])
    expect(withoutToken(url)).toBe(url)
})
