import { Parser } from 'htmlparser2'
import { webAddress } from '../web-address.ts'
import type { Block, Frame, TableCell, TextBlock } from './block.ts'
import {
  type Attributes,
  BLOCKS,
  type Enter,
  elements,
  empty,
  fileName,
  gapAfter,
  HEADINGS,
  integer,
  type Leave,
  nothing,
  PLAYERS,
  STYLES,
  WITHOUT_TEXT,
} from './html-elements.ts'
import { createInlines } from './inlines.ts'
import { type InlineStyle, PLAIN } from './lines.ts'

const CHUNK_CHARACTERS = 16_384
const MAX_TEXT_LENGTH = 8_192
// Deeper levels are not indented further, so that there is room for the text.
const MAX_DEPTH = 8
const MAX_COLUMNS = 50
// The parser takes quadratic time in the number of open elements, so further ones are closed.
const MAX_OPEN = 1_000
const BULLETS = ['•', '◦', '▪']

/**
 * Converts HTML to blocks, part by part, so that the caller can pause in between. Blocks are flat, and nothing here is
 * recursive, whatever the nesting depth.
 */
export function* readBlocks(html: string, base: string | undefined): Generator<Block[]> {
  const reader = createReader(base)
  for (let at = 0; at < html.length; ) {
    const next = gapAfter(html, at + CHUNK_CHARACTERS)
    yield reader.read(html.slice(at, next))
    at = next
  }
  yield reader.end()
}

function createReader(base: string | undefined) {
  const inlines = createInlines()
  const lists: { next: number | undefined }[] = []
  const open: Leave[] = []
  let blocks: Block[] = []
  let style = PLAIN
  let role: TextBlock['role'] = 'paragraph'
  let frame: Frame = []
  let marker: string | undefined
  let continued = false
  let code: string | undefined
  let table: { rows: { isHeader: boolean; cells: TableCell[] }[]; inCell: boolean } | undefined
  let silence = 0

  function framed(): { frame: Frame; marker: string | undefined } {
    const given = { frame, marker }
    marker = undefined
    return given
  }

  function endText(): void {
    if (table?.inCell) {
      inlines.endLine(style)
      return
    }
    const content = inlines.take()
    if (content.length > 0) blocks.push({ kind: 'text', role, inlines: content, continued, ...framed() })
    continued = false
  }

  function addText(text: string): void {
    if (silence > 0) return
    if (code !== undefined) {
      code += text
      return
    }
    inlines.add(text, style)
    if (inlines.length() > MAX_TEXT_LENGTH && !table?.inCell) {
      endText()
      continued = true
    }
  }

  function inBlock(): Leave {
    endText()
    return endText
  }

  function inRole(inner: TextBlock['role']): Leave {
    endText()
    const outer = role
    role = inner
    return () => {
      endText()
      role = outer
    }
  }

  function inFrame(kind: 'list' | 'quote'): Leave {
    endText()
    const outer = frame
    if (frame.length < MAX_DEPTH) frame = [...frame, kind]
    return () => {
      endText()
      frame = outer
    }
  }

  function inStyle(change: Partial<InlineStyle>): Leave {
    const outer = style
    style = { ...style, ...change }
    return () => {
      style = outer
    }
  }

  function inSilence(): Leave {
    silence++
    return () => {
      silence--
    }
  }

  function inList(next: number | undefined): Leave {
    const leave = inFrame('list')
    lists.push({ next })
    return () => {
      leave()
      lists.pop()
    }
  }

  function inItem(): Leave {
    endText()
    const list = lists.at(-1)
    if (list?.next === undefined) marker = BULLETS[Math.max(0, lists.length - 1) % BULLETS.length]
    else marker = `${list.next++}.`
    return () => {
      endText()
      marker = undefined
    }
  }

  function inCode(): Leave {
    if (table || code !== undefined) return inStyle({ code: true })
    endText()
    code = ''
    return () => {
      const text = (code ?? '').replace(/\r\n?/g, '\n').replace(/^\n|\n$/g, '')
      code = undefined
      if (text.trim() !== '') blocks.push({ kind: 'code', text, ...framed() })
    }
  }

  function inTable(): Leave {
    // A nested table becomes lines of its cell.
    if (table) return inBlock()
    endText()
    table = { rows: [], inCell: false }
    const { rows } = table
    return () => {
      endText()
      table = undefined
      const filled = rows.filter(({ cells }) => cells.length > 0)
      if (filled.length > 0) blocks.push({ kind: 'table', rows: filled, ...framed() })
    }
  }

  function inRow(): Leave {
    if (!table || table.inCell) return inBlock()
    table.rows.push({ isHeader: true, cells: [] })
    return () => undefined
  }

  function inCell(isHeader: boolean, { colspan }: Attributes): Leave {
    if (!table || table.inCell) return inBlock()
    endText()
    const { rows } = table
    const row = rows.at(-1) ?? { isHeader: true, cells: [] }
    if (rows.length === 0) rows.push(row)
    const leaveStyle = inStyle(isHeader ? { bold: true } : {})
    const columns = Math.min(Math.max(1, integer(colspan, 1)), MAX_COLUMNS)
    table.inCell = true
    return () => {
      row.cells.push({ inlines: inlines.take(), columns })
      row.isHeader &&= isHeader
      if (table) table.inCell = false
      leaveStyle()
    }
  }

  function addPicture({ src, alt }: Attributes): void {
    if (silence > 0 || code !== undefined) return
    const alternative = (alt ?? '').trim() || fileName(src ?? '')
    if (table || !src) {
      addText(`[${alternative}]`)
      return
    }
    endText()
    blocks.push({ kind: 'picture', source: src, alternative, ...framed() })
  }

  function addRule(): void {
    endText()
    if (!table && code === undefined && silence === 0) blocks.push({ kind: 'rule', ...framed() })
  }

  function addBreak(): void {
    if (code !== undefined) code += '\n'
    else if (silence === 0) inlines.addBreak(style)
  }

  function addCheckbox({ type, checked }: Attributes): void {
    if (type !== 'checkbox') return
    const box = checked === undefined ? '[  ]' : '[x]'
    if (marker !== undefined && inlines.length() === 0) marker = box
    else addText(`${box} `)
  }

  function inPlayer({ src, data }: Attributes): Leave {
    const source = src ?? data
    const link = source ? webAddress(source, base) : undefined
    if (link) {
      const leave = inStyle({ link })
      addText(`[${link}]`)
      leave()
    }
    return inSilence()
  }

  const enter = new Map<string, Enter>([
    ...elements(BLOCKS, inBlock),
    ...HEADINGS.map((level): [string, Enter] => [`h${level}`, () => inRole(level)]),
    ...STYLES.flatMap(([names, change]) => elements(names, () => inStyle(change))),
    ...elements(WITHOUT_TEXT, inSilence),
    ...elements(PLAYERS, inPlayer),
    ...elements('caption figcaption', () => inRole('caption')),
    ['a', ({ href }) => inStyle({ link: href ? webAddress(href, base) : undefined })],
    ['blockquote', () => inFrame('quote')],
    ['ul', () => inList(undefined)],
    ['ol', ({ start }) => inList(integer(start, 1))],
    ['li', inItem],
    ['pre', inCode],
    ['table', inTable],
    ['tr', inRow],
    ['td', (attributes) => inCell(false, attributes)],
    ['th', (attributes) => inCell(true, attributes)],
    ['img', empty(addPicture)],
    ['hr', empty(addRule)],
    ['br', empty(addBreak)],
    ['input', empty(addCheckbox)],
  ])

  function openParser(): Parser {
    return new Parser({
      onopentag: (name, attributes) => void open.push(enter.get(name)?.(attributes) ?? nothing),
      ontext: addText,
      onclosetag: () => open.pop()?.(),
    })
  }

  let parser = openParser()

  function endParser(): void {
    parser.end()
    endText()
  }

  function take(): Block[] {
    const taken = blocks
    blocks = []
    return taken
  }

  return {
    read(html: string): Block[] {
      parser.write(html)
      if (open.length > MAX_OPEN) {
        endParser()
        parser = openParser()
      }
      return take()
    },
    end(): Block[] {
      endParser()
      return take()
    },
  }
}
