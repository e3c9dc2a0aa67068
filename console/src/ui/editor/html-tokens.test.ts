import { expect, test } from 'vitest'
import { onLines, tokensOfHtml } from './html-tokens.ts'

const kinds = (html: string) => tokensOfHtml(html).map(({ kind, text }) => `${kind}:${text}`)

test('recognises the parts of HTML', () => {
  expect(kinds('<p class="a">x &amp; y</p><!-- c -->')).toEqual([
    'tag:<p',
    'tag: ',
    'name:class',
    'tag:=',
    'value:"a"',
    'tag:>',
    'text:x ',
    'entity:&amp;',
    'text: y',
    'tag:</p',
    'tag:>',
    'comment:<!-- c -->',
  ])
})

test.each([
  '<',
  '<p',
  '<p class="',
  'a < b > c',
  '<<<>>>',
  '<!--',
  '&amp',
  '<p a=b c>x',
  '',
  '</',
  `<a ${'='.repeat(50)}`,
])('the tokens of %j are the whole text', (html) => {
  expect(
    tokensOfHtml(html)
      .map(({ text }) => text)
      .join(''),
  ).toBe(html)
})

test('is fast on hostile input', () => {
  expect(tokensOfHtml('<p "'.repeat(50_000)).length).toBeGreaterThan(1)
})

test('puts paragraphs on separate lines, unless the text has lines already', () => {
  expect(onLines('<p>a</p><p>b</p>')).toBe('<p>a</p>\n<p>b</p>')
  expect(onLines('<p>a</p><p>b\nc</p>')).toBe('<p>a</p><p>b\nc</p>')
})
