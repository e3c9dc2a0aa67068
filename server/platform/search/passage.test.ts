import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'
import { highlightPassage } from './passage.ts'
import { plainText } from './plain-text.ts'
import { parseQuery } from './query.ts'

const around = 120
const filler = '<p class="intro">Words of no interest, one after another &amp; so on.</p>'.repeat(60)
const chinese = `<p>${'没有空格的文字，'.repeat(300)}</p>`

const shown = (html: string, query: string) => highlightPassage(html, parseQuery(query), { around })

test.each([
  ['a word', `${filler}<p>Here is a <b>zebra</b>, at last.</p>${filler}`, 'zebra', '<em>zebra</em>'],
  ['in another case', `${filler}<p>ZEBRAS and a Zebra</p>`, 'zebra', 'ZEBRAS and a <em>Zebra</em>'],
  [
    'in a script without spaces',
    `${chinese}<p>我们在北京大学学习</p>${chinese}`,
    '北京大学',
    '在<em>北京大学</em>学习',
  ],
  ['with an accent that the query does not have', `${filler}<p>the Café of old</p>`, 'cafe', '<em>Café</em>'],
  ['split by tags', `${filler}<p>a <b>ze</b>bra</p>`, 'zebra', '<em>zebra</em>'],
  ['joined by a hyphen', `${filler}<p>your e-mail, please</p>`, 'email', '<em>e-mail</em>'],
  [
    'only in an attribute before',
    `<p title="zebra">x</p>${filler}<p>a zebra</p>`,
    'zebra',
    'a <em>zebra</em>',
  ],
])('finds a word deep in a document: %s', (_, html, query, expected) => {
  const passage = shown(html, query)
  expect(passage).toContain(expected)
  expect(passage.startsWith('…')).toBe(true)
})

test('prefers the passage with all words', () => {
  const html = `<p>red</p>${filler}<p>a fox</p>${filler}<p>the red fox</p>${filler}<p>fox</p>`
  expect(shown(html, 'fox red')).toContain('the <em>red</em> <em>fox</em>')
})

test('shows the beginning if nothing matches, and short documents as a whole', () => {
  expect(shown(filler, 'zebra')).toMatch(/^Words of no interest/)
  expect(shown('<p>One zebra.</p>', 'zebra')).toBe('One <em>zebra</em>.')
})

test('cuts no tag, entity or character', () => {
  const pieces = [
    '<p>',
    '</p>',
    '<a href="/x?a=1&amp;b=zebra">',
    '</a>',
    '&amp;',
    '&lt;',
    'zebra',
    ' ',
    '字',
    '😀',
    'fox',
  ]
  const document = fc
    .array(fc.constantFrom(...pieces), { minLength: 300, maxLength: 600 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(document, (html) => {
      const passage = shown(html, 'zebra')
      const whole = highlight(plainText(html), parseQuery('zebra'), { around })
      expect(passage.includes('<em>')).toBe(whole.includes('<em>'))
      expect(passage.replaceAll(/<\/?em>/g, '')).not.toMatch(/[<>]|href|amp;amp|&(?!amp;|lt;)/)
      expect(passage.isWellFormed()).toBe(true)
    }),
    { numRuns: 200 },
  )
})
