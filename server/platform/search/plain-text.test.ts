import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginningOf, firstCharacters, plainText } from './plain-text.ts'

// fast-check's own arbitrary for all of Unicode takes more than a second to create.
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
  .map((units) => String.fromCharCode(...units))

describe('plain text of', () => {
  const table: [string, string][] = [
    ['<p>One</p><p>two</p>', 'One two'],
    ['a<br>b<br/>c<hr>d', 'a b c d'],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['<td>a</td><td>b</td>', 'a b'],
    ['un<b>believ</b>able <em>x</em>', 'unbelievable x'],
    ['<custom-part>a</custom-part>b', 'a b'],
    ['a &amp; b &lt;c&gt; &#20013;&#x6587; &eacute;&nbsp;d &copy', 'a & b <c> 中文 é d ©'],
    ['a&unknown;b & c', 'a&unknown;b & c'],
    ['a<script>if (a < b) alert("</p>")</script>b', 'a b'],
    ['a<STYLE>p > b {}</STYLE>b', 'a b'],
    ['a<script/>b', 'a b'],
    ['a<script>never closed <p>b', 'a'],
    ['a<!-- <p>comment</p> -->b', 'ab'],
    ['<!DOCTYPE html><title>T &amp; U</title><body>b', 'T & U b'],
    ['<img alt="a > b" src=x>c', 'c'],
    ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
    ['a <', 'a <'],
    ['a <b', 'a'],
    ['a </', 'a </'],
    ['</p></p>a<p', 'a'],
    ['  \n\t a \u00a0 b ', 'a b'],
    ['', ''],
  ]
  for (const [html, text] of table) test(JSON.stringify(html), () => expect(plainText(html)).toBe(text))
})

test('hostile HTML takes no longer than other HTML', () => {
  for (const html of [
    '<i>'.repeat(100_000) + '</b>'.repeat(100_000),
    '<'.repeat(300_000),
    '&'.repeat(300_000),
    '<!--'.repeat(100_000),
    `<a ${'b="c" '.repeat(100_000)}`,
    `<a ${'"'.repeat(100_000)}`,
    '<a b="'.repeat(100_000),
  ])
    expect(plainText(html).length).toBeLessThanOrEqual(html.length)
})

test('never throws', () => {
  const pieces = [
    '<',
    '>',
    '</',
    '/>',
    '<p>',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '&',
    '&amp',
    ';',
    '&#',
    '&#x110000;',
    '"',
    "'",
    '=',
    'a',
    ' ',
    '\0',
  ]
  fc.assert(
    fc.property(
      fc.oneof(
        anyUnits,
        fc.array(fc.constantFrom(...pieces)).map((all) => all.join('')),
      ),
      (html) => {
        expect(plainText(html)).not.toMatch(/\s\s|^\s|\s$/)
        for (const count of [0, 1, 5, 200])
          expect(beginningOf(html, count)).toBe(firstCharacters(plainText(html), count))
      },
    ),
  )
})

test('simple HTML, which is read in another way, gives the same text', () => {
  const pieces = [
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<br>',
      '<br/>',
      '<br />',
      '<li>',
      '<script>',
      '</script>',
      '<title>',
      '<P>',
    ],
    ...[
      '<a href="/a?b=1&amp;c=2" rel="x">',
      '</a>',
      '<img alt="a > b" src="/x">',
      '<img alt="it\'s">',
      "<i class='a'>",
    ],
    ...[
      '<a "b>',
      '<a b="c>',
      '<p ',
      '<p/ >',
      '</p a="b">',
      '<u/>',
      '<h1>',
      '<h7>',
      '<custom-part>',
      '<!-- -->',
      '<',
    ],
    ...[
      '&amp;',
      '&lt;',
      '&gt;',
      '&quot;',
      '&#39;',
      '&nbsp;',
      '&eacute;',
      '&',
      '&amp',
      'amp;',
      '>',
      '"',
      "'",
      '=',
      '/',
    ],
    ...['a', 'word', '中文', ' ', '\n'],
  ]
  // A comment is not simple.
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces)).map((all) => all.join('')),
      (html) => {
        expect(plainText(html)).toBe(plainText(`<!---->${html}`))
      },
    ),
    { numRuns: 3_000 },
  )
})

test('the beginning of a long text equals that of the whole', () => {
  for (const html of [
    `<p>${' '.repeat(20_000)}a ${'😀 b'.repeat(5_000)}</p>`,
    `<script>${'x'.repeat(20_000)}</script>${'<p>one</p>'.repeat(5_000)}`,
    'c'.repeat(20_000),
  ])
    expect(beginningOf(html, 200)).toBe(firstCharacters(plainText(html), 200))
})

test('characters are not split', () => {
  expect(firstCharacters('中文abc', 3)).toBe('中文a')
  expect(firstCharacters('😀😀😀', 2)).toBe('😀😀')
  expect(firstCharacters('ab', 5)).toBe('ab')
  expect(firstCharacters('', 5)).toBe('')
})
