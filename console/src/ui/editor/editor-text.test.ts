import { describe, expect, test } from 'vitest'
import { addressFrom, isLocalAddress } from './addresses.ts'
import { countsOf } from './counts.ts'
import { htmlFromMarkdown, looksLikeMarkdown } from './markdown-pasting.ts'
import { BOLD, CODE, ITALIC, LINK, STRIKE } from './markdown-typing.ts'
import { isWholeUrl, LINK_BEFORE_CHINESE } from './plain-urls.ts'

describe('Markdown while typing', () => {
  test.each([
    ['包含**重点**', BOLD, '重点'],
    ['**bold**', BOLD, 'bold'],
    ['a **bold word**', BOLD, 'bold word'],
    ['2 ** 3 **', BOLD, undefined],
    ['\\**not**', BOLD, undefined],
    ['中文*强调*', ITALIC, '强调'],
    ['**bold*', ITALIC, undefined],
    ['5 * 3 *', ITALIC, undefined],
    ['删除~~这个~~', STRIKE, '这个'],
    ['用`code`', CODE, 'code'],
    ['见[链接](https://example.com)', LINK, '链接'],
  ])('%s', (typed, rule, inner) => expect(rule.exec(typed)?.[2]).toBe(inner))
})

test.each([
  ['example.com', 'https://example.com'],
  ['www.example.com/path?q=1', 'https://www.example.com/path?q=1'],
  ['例子.公司', 'https://例子.公司'],
  ['someone@example.com', 'mailto:someone@example.com'],
  ['https://example.com', 'https://example.com'],
  ['/about', '/about'],
  ['#part', '#part'],
  ['tel:123', 'tel:123'],
  ['two words', 'two words'],
])('the address %s is completed to %s', (typed, address) => expect(addressFrom(typed)).toBe(address))

test.each([
  ['file:///C:/Users/me/a.png', true],
  ['cid:image001', true],
  ['C:\\a.png', true],
  ['https://example.com/a.png', false],
  ['/uploads/a.png', false],
])('%s is on the user’s own computer: %s', (address, local) => expect(isLocalAddress(address)).toBe(local))

test.each([
  ['# Title\n\nText', true],
  ['- one\n- two', true],
  ['1. one\n2. two', true],
  ['Some **bold** and a [link](https://example.com)', true],
  ['| a | b |\n|---|---|\n| 1 | 2 |', true],
  ['```js\nlet a\n```', true],
  ['包含**重点**。', true],
  ['Just a sentence, with * one star.', false],
  ['snake_case_name and 2*3*4', false],
  ['First line\nsecond line', false],
])('%j is Markdown: %s', (text, expected) => expect(looksLikeMarkdown(text)).toBe(expected))

test.each([
  ['Two words', { words: 2, characters: 8, minutes: 1 }],
  ['包含重点', { words: 4, characters: 4, minutes: 1 }],
  ['Hello 世界', { words: 3, characters: 7, minutes: 1 }],
  ['', { words: 0, characters: 0, minutes: 0 }],
  ['word '.repeat(1000), { words: 1000, characters: 4000, minutes: 4 }],
])('the counts of a text', (text, counts) => expect(countsOf(text)).toEqual(counts))

test.each([
  ['见https://example.com/a，', 'https://example.com/a'],
  ['https://example.com/a后面', 'https://example.com/a'],
  ['（https://example.com/?a=b#c）', 'https://example.com/?a=b#c'],
  ['(https://example.com)。', 'https://example.com'],
  ['见www.example.com。', 'www.example.com'],
  ['a@www.example.com。', undefined],
  ['https://，', undefined],
  ['https://example.com a，', undefined],
])('of %s the part before Chinese is a link: %s', (typed, url) =>
  expect(LINK_BEFORE_CHINESE.exec(typed)?.[1]).toBe(url),
)

test.each([
  [
    '见https://example.com/路径。然后，https://example.org、好',
    ['https://example.com/', 'https://example.org'],
  ],
  ['https://example.com/a后面', ['https://example.com/a']],
  ['《https://example.com/Übersicht》', ['https://example.com/Übersicht']],
])('URLs in the Markdown %s end where Chinese begins', async (text, urls) => {
  const html = await htmlFromMarkdown(text)
  expect([...html.matchAll(/>(https[^<]*)</g)].map(([, url]) => url)).toEqual(urls)
})

test.each([
  ['https://example.com/a', true],
  ['https://example.com/路径', true],
  ['https://example.com/路径。然后', false],
  ['https://example.com，后面', false],
  ['访问example.com', false],
])('the URL %s is meant as a whole: %s', (url, whole) => expect(isWholeUrl(url)).toBe(whole))
