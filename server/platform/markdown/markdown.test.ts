import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHtml } from '../html/clean.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { markdownToHtml } from './markdown-to-html.ts'
import { canonical } from './tree.ts'

function htmlOf(markdown: string): string {
  const clean = cleanHtml(markdownToHtml(markdown))
  if (typeof clean === 'string') throw new Error(clean)
  return clean.html
}

describe('Markdown to HTML', () => {
  test.each([
    [
      '# 标题\n\nText *em* **strong** ~~gone~~ `code`',
      '<h1>标题</h1>\n<p>Text <em>em</em> <strong>strong</strong> <del>gone</del> <code>code</code></p>',
    ],
    ['```ts\na < b\n```', '<pre><code class="language-ts">a &lt; b\n</code></pre>'],
    [
      '| a | b |\n| - | :-: |\n| 1 | 2 |',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: center">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align: center">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      '- [x] done\n- [ ] open',
      '<ul data-type="taskList">\n<li data-checked="true"><input type="checkbox" checked disabled> done</li>\n<li data-checked="false"><input type="checkbox" disabled> open</li>\n</ul>',
    ],
    ['<p onclick="x()">a</p><script>1</script>', '<p>a</p>'],
    ['[a](javascript:alert(1)) <b>x</b>', '<p>[a](javascript:alert(1)) <b>x</b></p>'],
  ])('%s', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html)
  })

  test('a footnote has links in both directions', () => {
    const html = htmlOf('Text[^a].\n\n[^a]: The note.')
    expect(html).toContain('<a href="#fn1" id="fnref1">[1]</a>')
    expect(html).toContain('<li id="fn1" class="footnote-item">')
    expect(html).toContain('<a href="#fnref1" class="footnote-backref">')
  })
})

describe('HTML to Markdown', () => {
  test.each([
    [
      '<h2>A &amp; B</h2><p>One <strong>two</strong> <em>three</em><br>four</p>',
      '## A & B\n\nOne **two** *three*\\\nfour',
    ],
    [
      '<p><a href="https://example.com/a_b?x=1">x</a> <img src="/a.jpg" alt="A"></p>',
      '[x](<https://example.com/a\\_b?x=1>) ![A](/a.jpg)',
    ],
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
    ['<ol start="3"><li><p>a</p></li><li><p>b</p><p>c</p></li></ol>', '3. a\n\n4. b\n\n   c'],
    ['<blockquote><p>a</p><ul><li>b</li></ul></blockquote>', '> a\n> \n> - b'],
    ['<pre><code class="language-ts">a\n\n```\n</code></pre>', '````ts\na\n\n```\n````'],
    [
      '<table><thead><tr><th>a</th><th style="text-align: right">b</th></tr></thead><tbody><tr><td>1|2</td><td style="text-align: right"><em>x</em></td></tr></tbody></table>',
      '| a | b |\n| --- | --: |\n| 1\\|2 | *x* |',
    ],
    [
      '<p>* not a list</p><p>1. nor this</p><p># nor that</p><p>snake_case_name</p>',
      '\\* not a list\n\n1\\. nor this\n\n\\# nor that\n\nsnake_case_name',
    ],
    [
      '<figure><img src="/a.jpg"><figcaption>x</figcaption></figure>',
      '<figure><img src="/a.jpg"><figcaption>x</figcaption></figure>',
    ],
    ['<p style="text-align: center">a\n\nb</p>', '<p style="text-align: center">a&#10;&#10;b</p>'],
    ['<p>H<sub>2</sub>O <kbd>K</kbd></p>', 'H<sub>2</sub>O <kbd>K</kbd>'],
    ['<p><strong>粗体。</strong>字</p>', '<strong>粗体。</strong>字'],
    ['bare <b>text</b>', '<!-- -->bare <b>text</b>'],
    ['<p>\u3000\u3000第一段。</p><p>&nbsp; c</p>', '\u3000\u3000第一段。\n\n\u00a0 c'],
    ['<p>c\u2002<br>\u2003d \u2028</p><p>\u3000</p>', 'c\u2002\\\n\u2003d \u2028\n\n\u3000'],
    ['<h2>\u3000a\u00a0</h2><ul><li>\u3000b</li></ul>', '## \u3000a\u00a0\n\n- \u3000b'],
    ['<blockquote><p>\u2003a</p></blockquote>', '> \u2003a'],
    [
      '<table><thead><tr><th>\u3000a</th></tr></thead><tbody><tr><td>b\u00a0</td></tr></tbody></table>',
      '| &#x3000;a |\n| --- |\n| b&#xa0; |',
    ],
    [
      '<p style="text-align: center">\u3000a</p>\u3000b\u3000',
      '<p style="text-align: center">\u3000a</p>\n\n<!-- -->\u3000b\u3000',
    ],
  ])('%s', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
    expect(canonical(htmlOf(markdown))).toBe(canonical(html))
  })

  test('footnotes and tasks come back as they were written', () => {
    const markdown = 'Text[^1] and[^2].\n\n- [x] done\n- [ ] open\n\n[^1]: One.\n\n[^2]: Two.\n\n    More.'
    expect(htmlToMarkdown(htmlOf(markdown))).toBe(markdown)
  })
})

const INLINES = ['word', '中文。', '*', '**', '_', '`', '~~', '[a](/b "c")', '![i](/i.png)', '<kbd>k</kbd>', '<b>', '</b>', '&amp;', '&', '<', '\\', '[^1]', '[^2]', ' ', '\u3000', '\u00a0', '&nbsp;', '  \n', '\n', '|', '!', '#', '<https://example.com/>', '<!-- c -->', '1.', '-', '>', '\\*'] // biome-ignore format: one list
const BLOCKS = ['# ', '## ', '- ', '* ', '+ ', '1. ', '3) ', '> ', '    ', '```js\n', '```\n', '---\n', '- [ ] ', '- [x] ', '| a | b |\n|---|:-:|\n| ', '[^1]: ', '[^2]: ', '<div>', '</div>\n', '<details><summary>s</summary>\n\n', '<p align=center>', '<table><tr><td>', '===\n', ''] // biome-ignore format: one list
const block = fc
  .tuple(
    fc.constantFrom(...BLOCKS),
    fc.array(fc.constantFrom(...INLINES), { maxLength: 8 }),
    fc.constantFrom('\n', '\n\n'),
  )
  .map(([start, inlines, end]) => start + inlines.join('') + end)
const documents = fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join(''))

test('a round trip from Markdown gives the same HTML', () => {
  fc.assert(
    fc.property(documents, (source) => {
      const html = htmlOf(source)
      expect(canonical(htmlOf(htmlToMarkdown(html)))).toBe(canonical(html))
    }),
    { numRuns: 500 },
  )
})

test.each(['\u3000', '\u00a0', '\u2002', '\u2028'])(
  'a space that HTML does not collapse is text: %j',
  (space) => {
    for (const html of [`<p>${space}a</p>`, `<p>a${space}</p>`, `${space}a`, `<p>a<br>${space}b</p>`])
      expect(canonical(html)).not.toBe(canonical(html.replace(space, '')))
    expect(canonical(` \n<p>\t${space}a \n</p>`)).toBe(`<p>${space}a</p>`)
  },
)

test('the time for many blocks grows with their number: a text was once copied for each of them', () => {
  const html = '<p></p>'.repeat(300_000)
  expect(canonical(html)).toBe(html)
})

test('so does the time for long code and headings, whose ends were once searched from each place in them', () => {
  const half = 200_000
  const long = [
    `<p><code>${' a'.repeat(half)}</code></p>`,
    `<p><code>${' '.repeat(half)}</code></p>`,
    `<h2>a${'#'.repeat(half)}b</h2>`,
  ]
  for (const html of long) expect(canonical(htmlOf(htmlToMarkdown(html)))).toBe(canonical(html))
})
