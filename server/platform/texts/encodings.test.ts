import { expect, test } from 'vitest'
import { decoderFor } from './encodings.ts'

const gbk = Buffer.from('d0c2cec52fc4e3bac30a', 'hex')
const utf8 = Buffer.from('新闻/你好\n')

test.each<[string, Buffer[], string | undefined]>([
  ['nothing', [], 'utf-8'],
  ['ASCII', [Buffer.from('a.md')], 'utf-8'],
  ['UTF-8', [utf8], 'utf-8'],
  ['GBK', [gbk, Buffer.from('a.md')], 'gb18030'],
  ['a name in GBK whose bytes are UTF-8 too, with others', [Buffer.from([0xc2, 0xbd]), gbk], 'gb18030'],
  ['both', [gbk, utf8, utf8], undefined],
  ['UTF-8 with a damaged byte', [Buffer.concat([utf8, Buffer.from([0xff]), utf8])], undefined],
  ['damaged UTF-8 that could be GBK', [Buffer.from('e4bda0e5a5bde4bda0e5a5bdc0c1', 'hex')], undefined],
  ['Western letters of DOS', [Buffer.from([0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72])], undefined],
])('%s', (_, parts, encoding) => {
  expect(decoderFor(parts)?.encoding).toBe(encoding)
})
