import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from './block.ts'
import { readBlocks } from './html.ts'
import type { Inline, InlineStyle } from './lines.ts'

const base = 'https://site.example/a/'

describe('text', () => {
  test('white space is collapsed, and removed at the ends', () => {
    expect(outline('<p>  one \n two <b> three</b> </p>\n\n<p> </p>')).toEqual(['one two three'])
  })

  test('of every kind of block is separate', () => {
    expect(outline('loose<div>a<p>b</p>c</div><h2>d</h2><section>e</section>')).toEqual([
      'loose',
      'a',
      'b',
      'c',
      '2 d',
      'e',
    ])
  })

  test('keeps line breaks of the author', () => {
    expect(outline('<p>a<br>b<br></p>')).toEqual(['a\nb'])
  })

  test('of scripts, styles and the like is removed', () => {
    expect(
      outline('a<script>b</script><style>c</style><svg><text>d</text></svg><template>e</template>f'),
    ).toEqual(['af'])
  })

  test('that is too long continues in another block', () => {
    const blocks = [...read(`<p>${'文字 '.repeat(10_000)}</p>`, base)]
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks.map((block) => block.kind === 'text' && block.continued)).toEqual([
      false,
      ...Array(blocks.length - 1).fill(true),
    ])
    const isWhole = blocks.map(textOf).join(' ') === '文字 '.repeat(10_000).trim()
    expect(isWhole).toBe(true)
  })

  test('is never cut inside a character', () => {
    for (const shift of [0, 1]) {
      const text = 'x'.repeat(shift) + '𠮷'.repeat(20_000)
      const isWhole = [...read(text, base)].map(textOf).join('') === text
      expect(isWhole).toBe(true)
    }
  })
})

const styles = [
  ['<b>x</b>', { bold: true }],
  ['<strong><em>x</em></strong>', { bold: true, italic: true }],
  ['<code>x</code>', { code: true }],
  ['<del>x</del>', { struck: true }],
  ['<u>x</u>', { underlined: true }],
  ['<mark>x</mark>', { marked: true }],
  ['<sup>x</sup>', { raised: 'up' }],
  ['<sub>x</sub>', { raised: 'down' }],
  ['<a href="https://example.com/?q=中">x</a>', { link: 'https://example.com/?q=%E4%B8%AD' }],
  ['<a href="../b">x</a>', { link: 'https://site.example/b' }],
  ['<a href="mailto:a@example.com">x</a>', { link: 'mailto:a@example.com' }],
  ['<a href="javascript:alert(1)">x</a>', { link: undefined }],
  ['<a href="file:///etc/passwd">x</a>', { link: undefined }],
  ['<a>x</a>', { link: undefined }],
] as const
for (const [html, style] of styles)
  test(`${html} is styled`, () => {
    expect(inlinesOf(html)[0]?.style).toMatchObject(style)
  })

test('a relative link without a base is plain text', () => {
  const [block] = read('<a href="/x">y</a>', undefined)
  expect(block?.kind === 'text' && block.inlines[0]?.style.link).toBeUndefined()
})

test('a style ends with its tag, even if tags overlap', () => {
  const shown = inlinesOf('<b>1<i>2</b>3</i>4').map(({ text, style }) => [text, style.bold, style.italic])
  expect(shown.at(0)).toEqual(['1', true, false])
  expect(shown.at(1)).toEqual(['2', true, true])
  expect(shown.at(-1)?.slice(1)).toEqual([false, false])
})

describe('lists and quotations', () => {
  test('can be nested, with a marker for the first block of every item', () => {
    const html =
      '<ol start="3"><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ol><blockquote><p>e</p><blockquote>f</blockquote></blockquote>'
    const shown = [...read(html, base)].map((block) => [textOf(block), block.marker, block.frame.join(' ')])
    expect(shown).toEqual([
      ['a', '3.', 'list'],
      ['b', '◦', 'list list'],
      ['c', '4.', 'list'],
      ['d', undefined, 'list'],
      ['e', undefined, 'quote'],
      ['f', undefined, 'quote quote'],
    ])
  })

  test('are indented only as far as there is room', () => {
    const depth = 100_000
    const [block] = read(`${'<blockquote>'.repeat(depth)}deep`, base)
    expect(block?.frame.length).toBeLessThanOrEqual(8)
    expect(block && textOf(block)).toBe('deep')
  })

  test('show checked tasks', () => {
    const html =
      '<ul><li><input type="checkbox" checked><p>a</p></li><li><input type="checkbox"><p>b</p></li></ul>'
    expect([...read(html, base)].map(({ marker }) => marker)).toEqual(['[x]', '[  ]'])
  })
})

test('code keeps its lines and spaces', () => {
  const [block] = read('<pre><code>\na\t1\r\n\n  b &lt; c\n</code></pre>', base)
  expect(block).toMatchObject({ kind: 'code', text: 'a\t1\n\n  b < c' })
})

describe('a table', () => {
  test('has rows, a header and cells that span columns', () => {
    const html =
      '<table><caption>t</caption><tr><th>a</th><th>b</th></tr><tr><td colspan="2"><p>c</p><p>d</p></td></tr><tr></tr></table>'
    const [caption, table] = read(html, base)
    expect(caption).toMatchObject({ kind: 'text', role: 'caption' })
    const rows = table?.kind === 'table' ? table.rows : []
    expect(
      rows.map(({ isHeader, cells }) => [isHeader, cells.map((cell) => [plain(cell.inlines), cell.columns])]),
    ).toEqual([
      [
        true,
        [
          ['a', 1],
          ['b', 1],
        ],
      ],
      [false, [['c\nd', 2]]],
    ])
  })

  test('in a cell becomes lines of that cell', () => {
    const [table] = read(
      '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table>d</td></tr></table>',
      base,
    )
    const cells =
      table?.kind === 'table' ? table.rows.flatMap((row) => row.cells.map((cell) => plain(cell.inlines))) : []
    expect(cells).toEqual(['a\nb\nc\nd'])
  })

  test('with an absurd span stays within limits', () => {
    const [table] = read(
      '<table><tr><td colspan="999999999">a</td><td colspan="-3">b</td></tr></table>',
      base,
    )
    expect(table?.kind === 'table' && table.rows[0]?.cells.map(({ columns }) => columns)).toEqual([50, 1])
  })
})

test('a picture has its alternative text, or otherwise its file name', () => {
  const html =
    '<p>a<img src="/x.png" alt="The X">b</p><img src="/d/y.jpg?w=1"><img src="data:image/png;base64,AA"><img alt="none">'
  expect(outline(html)).toEqual([
    'a',
    'picture /x.png The X',
    'b',
    'picture /d/y.jpg?w=1 y.jpg',
    'picture data:image/png;base64,AA …',
    '[none]',
  ])
})

test('a player is shown as its URL', () => {
  expect(outline('<iframe src="https://video.example/1">old browser</iframe>')).toEqual([
    '[https://video.example/1]',
  ])
})

test('any HTML gives blocks, none of them empty', () => {
  const piece = fc.constantFrom(
    ...'<p>|</p>|<ul>|</ul>|<li>|</li>|<table>|</table>|<tr>|<td>|</td>|<pre>|</pre>|<b>|</b>|<blockquote>|</blockquote>|<h1>|</h1>|<hr>|<br>|<img src=x>|<script>|</script>|text| |<!-- c -->|&amp;|<'.split(
      '|',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const block of read(pieces.join(''), base)) {
        if (block.kind === 'text') expect(plain(block.inlines).trim()).not.toBe('')
        if (block.kind === 'table') expect(block.rows.length).toBeGreaterThan(0)
      }
    }),
  )
})

function read(html: string, from: string | undefined): Block[] {
  return [...readBlocks(html, from)].flat()
}

function outline(html: string): string[] {
  return [...read(html, base)].map((block) => {
    if (block.kind === 'picture') return `picture ${block.source} ${block.alternative}`
    if (block.kind === 'text' && typeof block.role === 'number') return `${block.role} ${textOf(block)}`
    return textOf(block)
  })
}

function textOf(block: Block): string {
  if (block.kind === 'text') return plain(block.inlines)
  return block.kind === 'code' ? block.text : block.kind
}

function plain(inlines: readonly Inline[]): string {
  return inlines.map(({ text }) => text).join('')
}

function inlinesOf(html: string): readonly { text: string; style: InlineStyle }[] {
  const [block] = read(html, base)
  return block?.kind === 'text' ? block.inlines : []
}
