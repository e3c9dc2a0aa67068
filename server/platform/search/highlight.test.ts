import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlight, highlightAll } from './highlight.ts'
import { asPrefixes, parseQuery } from './query.ts'

// fast-check's own arbitrary for all of Unicode takes more than a second to create.
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
  .map((units) => String.fromCharCode(...units))

describe('a whole text', () => {
  const table: [string, string, string][] = [
    ['Learning to learn', 'learn', 'Learning to <em>learn</em>'],
    ['Crème <b> & "co"', 'creme', '<em>Crème</em> &lt;b&gt; &amp; &quot;co&quot;'],
    ['Cafe\u0301!', 'café', '<em>Cafe\u0301</em>!'],
    ['我们在北京大学学习', '北京大学', '我们在<em>北京大学</em>学习'],
    ['我们在北京大学学习', '学', '我们在北京大<em>学</em><em>学</em>习'],
    ['中文搜索', '中文 文搜', '<em>中文搜</em>索'],
    ['学习英语，编程', '学习编程课', '<em>学习</em>英语，<em>编程</em>'],
    ['the State-of-the-Art way', 'state-of-the-art', 'the <em>State-of-the-Art</em> way'],
    ['an e-mail and an email', 'email', 'an <em>e-mail</em> and an <em>email</em>'],
    ['C, C++ & C#', 'c++', 'C, <em>C++</em> &amp; C#'],
    ['ASP.NET', '.net', 'ASP<em>.NET</em>'],
    ['red fox, red dog', '"red dog"', 'red fox, <em>red dog</em>'],
    ['用Python写代码', '"python写"', '用<em>Python写</em>代码'],
    ['nothing here', 'else', 'nothing here'],
    ['nothing asked', '', 'nothing asked'],
    ['', 'x', ''],
  ]
  for (const [text, query, expected] of table)
    test(`${query} in ${text}`, () => expect(highlightAll(text, parseQuery(query))).toBe(expected))
})

describe('prefixes', () => {
  const table: [string, string, string][] = [
    ['Élan: a café, cafés', 'caf', 'Élan: a <em>café</em>, <em>cafés</em>'],
    ['Élan, decaf', 'e', '<em>Élan</em>, decaf'],
    ['<b>Cafe\u0301s</b>', 'cafe', '&lt;b&gt;<em>Cafe\u0301s</em>&lt;/b&gt;'],
    ['red zebras, redder zebra', 'zebr red', '<em>red</em> <em>zebras</em>, <em>redder</em> <em>zebra</em>'],
    ['red dogs, "red dog"', '"red dog" quo', 'red dogs, &quot;<em>red dog</em>&quot;'],
    ['in Node.js, not node js5', 'node.j', 'in <em>Node.js</em>, not <em>node js5</em>'],
    ['a State-of-the-Art e-mail', 'stat ema', 'a <em>State-of-the-Art</em> <em>e-mail</em>'],
    ['ASP.NET', '.n', 'ASP<em>.NET</em>'],
    ['搜索 Python3', 'pyth 搜', '<em>搜</em>索 <em>Python3</em>'],
    ['用Python写代码, caffeine', '"python写" caf', '用<em>Python写</em>代码, <em>caffeine</em>'],
  ]
  for (const [text, typed, expected] of table)
    test(`${typed} in ${text}`, () => {
      const query = parseQuery(typed)
      expect(highlightAll(text, asPrefixes(query) ?? query)).toBe(expected)
    })
})

describe('a passage', () => {
  const passage = (text: string, query: string) => highlight(text, parseQuery(query), { around: 120 })
  const seen = (html: string) => html.replaceAll(/<\/?em>/g, '')

  test('is the text itself if that is short', () => {
    expect(passage('  One\n two  ', 'two')).toBe('One <em>two</em>')
  })

  test('is cut between words on both sides of the match', () => {
    const html = passage(`${'before '.repeat(100)}needle ${'after '.repeat(100)}`, 'needle')
    expect(html).toMatch(/^…before .* <em>needle<\/em> after .*after…$/)
    expect(seen(html).length).toBeGreaterThan(100)
    expect(seen(html).length).toBeLessThan(125)
  })

  test('contains most of the words', () => {
    const filler = 'filler '.repeat(50)
    expect(passage(`red ${filler} red ${filler} red fox ${filler} fox`, 'red fox')).toContain(
      '<em>red</em> <em>fox</em>',
    )
  })

  test('is the beginning if nothing matches', () => {
    const html = passage('一'.repeat(500), '二')
    expect(html).toBe(`${'一'.repeat(120)}…`)
  })

  test('has about the same length in Chinese', () => {
    const html = passage(`${'天地玄黄'.repeat(100)}宇宙洪荒${'日月盈昃'.repeat(100)}`, '宇宙洪荒')
    expect(html).toContain('玄黄<em>宇宙洪荒</em>日月')
    expect(seen(html)).toHaveLength(122)
  })

  test('is never cut inside a grapheme', () => {
    const family = '👨‍👩‍👧‍👦'
    for (let lead = 0; lead < 12; lead++) {
      const html = passage(`${'x'.repeat(lead)}${family.repeat(50)}针${family.repeat(50)}`, '针')
      expect(html.replaceAll(family, '')).toMatch(/^…?x*<em>针<\/em>…$/)
    }
  })

  test('ends even inside an endless word', () => {
    expect(passage('x'.repeat(100_000), 'x'.repeat(64)).length).toBeLessThan(300)
  })
})

const pieces = [
  'a',
  'b',
  ' ',
  '<',
  '>',
  '&',
  '"',
  "'",
  '<em>',
  '</em>',
  '&lt;',
  '中',
  '文',
  '，',
  '😀',
  'e\u0301',
  '\ud83d',
  'c++',
  '-',
  '\n',
]
const anyText = fc.oneof(
  anyUnits,
  fc.array(fc.constantFrom(...pieces), { maxLength: 300 }).map((chosen) => chosen.join('')),
)

test('any text and query give the text itself with no element but em', () => {
  fc.assert(
    fc.property(
      anyText,
      anyText,
      fc.boolean(),
      fc.integer({ min: 1, max: 130 }),
      (text, typed, begun, around) => {
        const whole = parseQuery(typed)
        const query = (begun ? asPrefixes(whole) : undefined) ?? whole
        const all = highlightAll(text, query)
        const some = highlight(text, query, { around })
        for (const html of [all, some]) {
          expect(html.replaceAll(/<em>[^<>]+<\/em>/g, '')).not.toMatch(/[<>"']/)
          expect(html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
        }
        expect(unescaped(all)).toBe(text)
        const cut = unescaped(some).replace(/^…/, '').replace(/…$/, '').replaceAll(/\s+/g, ' ')
        expect(text.replaceAll(/\s+/g, ' ')).toContain(cut.trim())
      },
    ),
  )
})

function unescaped(html: string): string {
  const entities = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }))
  return html
    .replaceAll(/<\/?em>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities.get(name) ?? '')
}
