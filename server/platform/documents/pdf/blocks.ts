import type { Pace } from '../../core/pace.ts'
import type { Block, CodeBlock, Frame, PictureBlock, TableBlock, TextBlock } from './block.ts'
import { PAGE } from './file.ts'
import { breakLines, type Inline, type Line, PLAIN } from './lines.ts'
import { COLORS, type Page } from './page.ts'
import type { createPictures } from './pictures.ts'
import { drawTable } from './table.ts'

const INDENT = { list: 20, quote: 16 }
const MARKER_GAP = 6
const QUOTE_BAR = 2.5
const POINTS_PER_PIXEL = 0.75
const MAX_PICTURE_HEIGHT = 420
const TAB_CHARACTERS = 4
// A heading stays on the same page as the first lines after it.
const LINES_AFTER_HEADING = 3

// Long lines of code are split, so that measuring them does not block.
const LONG_CODE_LINE = /.{1,2000}/gsu

const BODY = { size: 10.5, height: 18, before: 7 }
const CODE = { size: 8.5, height: 13, before: 8, padding: 8 }
const CAPTION = { size: 9, height: 14, before: 3 }
const HEADINGS = [
  { size: 17, height: 26, before: 18 },
  { size: 14.5, height: 23, before: 16 },
  { size: 12.5, height: 20, before: 13 },
  { size: 11.5, height: 19, before: 11 },
  { size: 10.5, height: 18, before: 9 },
  { size: 10.5, height: 18, before: 9 },
]

export interface Writing {
  readonly page: Page
  readonly pace: Pace
  readonly picture: ReturnType<typeof createPictures>
}

/** Writes blocks one under the other. */
export function createBlockWriter({ page, pace, picture }: Writing): (block: Block) => Promise<void> {
  let above: Frame = []

  async function write(block: Block): Promise<void> {
    const left = PAGE.left + leftOf(block.frame)
    leaveGap(block)
    if (block.kind === 'text') await writeText(block, left)
    else if (block.kind === 'code') await writeCode(block, left)
    else if (block.kind === 'picture') await writePicture(block, left)
    else if (block.kind === 'table') await writeTable(block, left)
    else writeRule(left)
    above = block.frame
  }

  function leaveGap(block: Block): void {
    const isContinued = block.kind === 'text' && block.continued
    const gap = isContinued ? 0 : gapBefore(block)
    if (page.y > PAGE.top) advance(gap, commonFrame(above, block.frame))
  }

  /** Moves down, and extends the bar of a quotation. */
  function advance(height: number, frame: Frame): void {
    let left: number = PAGE.left
    for (const kind of frame) {
      if (kind === 'quote')
        page.shade({ x: left + 2, y: page.y - 0.2, width: QUOTE_BAR, height: height + 0.4 }, COLORS.line)
      left += INDENT[kind]
    }
    page.y += height
  }

  async function writeText(block: TextBlock, left: number): Promise<void> {
    const { size, height } = lookOf(block)
    const isHeading = typeof block.role === 'number'
    const inlines = isHeading ? block.inlines.map(emboldened) : block.inlines
    const color = block.frame.includes('quote') || block.role === 'caption' ? COLORS.quiet : COLORS.text
    if (isHeading) page.makeRoom(height + LINES_AFTER_HEADING * BODY.height)
    let isFirst = true
    for (const line of breakLines(page.faces, inlines, { width: PAGE.right - left, size })) {
      page.makeRoom(height)
      if (isFirst) writeMarker(block, left, height)
      isFirst = false
      const x = block.role === 'caption' ? left + (PAGE.right - left - line.width) / 2 : left
      page.drawLine(line, { x, y: page.y, height, size, color })
      advance(height, block.frame)
      await pace.breathe()
    }
  }

  function writeMarker({ marker }: Block, left: number, height: number): void {
    const inlines: Inline[] = [{ text: marker ?? '', style: PLAIN }]
    for (const line of breakLines(page.faces, inlines, { width: PAGE.right, size: BODY.size }))
      page.drawLine(line, {
        x: left - MARKER_GAP - line.width,
        y: page.y,
        height,
        size: BODY.size,
        color: COLORS.quiet,
      })
  }

  async function writeCode(block: CodeBlock, left: number): Promise<void> {
    const { text, frame } = block
    const lines = codeLines(text, { width: PAGE.right - left - 2 * CODE.padding, size: CODE.size })
    let waiting: Line[] = []
    page.makeRoom(CODE.padding * 2 + CODE.height)
    writeMarker(block, left, CODE.height + CODE.padding)
    for (const line of lines) {
      const height = CODE.padding * 2 + CODE.height * (waiting.length + 1)
      if (page.y + height > PAGE.bottom) {
        drawCode(waiting, frame, left)
        waiting = []
        page.addPage()
      }
      waiting.push(line)
      await pace.breathe()
    }
    drawCode(waiting, frame, left)
  }

  function* codeLines(text: string, inner: { width: number; size: number }): Generator<Line> {
    const style = { ...PLAIN, code: true }
    for (const source of text.split('\n').flatMap((line) => line.match(LONG_CODE_LINE) ?? [''])) {
      const lines = [...breakLines(page.faces, [{ text: withoutTabs(source), style }], inner)]
      yield* lines.length > 0 ? lines : [{ fragments: [], width: 0 }]
    }
  }

  /** One background per page: some readers show a gap between two adjacent ones. */
  function drawCode(lines: readonly Line[], frame: Frame, left: number): void {
    const height = lines.length * CODE.height + 2 * CODE.padding
    page.shade({ x: left, y: page.y, width: PAGE.right - left, height }, COLORS.shade)
    const top = page.y + CODE.padding
    for (const [i, line] of lines.entries())
      page.drawLine(line, {
        x: left + CODE.padding,
        y: top + i * CODE.height,
        height: CODE.height,
        size: CODE.size,
      })
    advance(height, frame)
  }

  async function writePicture(block: PictureBlock, left: number): Promise<void> {
    const image = await picture(block.source)
    if (!image) {
      const inlines = [{ text: `[${block.alternative}]`, style: PLAIN }]
      return writeText({ ...block, kind: 'text', role: 'paragraph', inlines, continued: false }, left)
    }
    const room = PAGE.right - left
    const scale = Math.min(POINTS_PER_PIXEL, room / image.width, MAX_PICTURE_HEIGHT / image.height)
    const width = image.width * scale
    const height = image.height * scale
    page.makeRoom(height)
    writeMarker(block, left, BODY.height)
    page.pdf.drawImage(image, { x: left + (room - width) / 2, y: page.y, width, height })
    advance(height, block.frame)
  }

  async function writeTable(block: TableBlock, left: number): Promise<void> {
    page.makeRoom(BODY.height * 3)
    writeMarker(block, left, BODY.height)
    await drawTable({ page, pace }, block.rows, { left, width: PAGE.right - left })
  }

  function writeRule(left: number): void {
    page.makeRoom(BODY.height)
    page.shade({ x: left, y: page.y + BODY.before, width: PAGE.right - left, height: 0.7 }, COLORS.line)
    page.y += BODY.before * 2
  }

  return write
}

function lookOf({ role }: TextBlock): typeof BODY {
  if (role === 'caption') return CAPTION
  return (typeof role === 'number' && HEADINGS[role - 1]) || BODY
}

function gapBefore(block: Block): number {
  if (block.kind === 'text') return block.marker ? BODY.before / 2 : lookOf(block).before
  return block.kind === 'code' ? CODE.before : BODY.before
}

function emboldened({ text, style }: Inline): Inline {
  return { text, style: { ...style, bold: true } }
}

function leftOf(frame: Frame): number {
  let left = 0
  for (const kind of frame) left += INDENT[kind]
  return left
}

function commonFrame(a: Frame, b: Frame): Frame {
  const differing = a.findIndex((kind, i) => kind !== b[i])
  return differing === -1 ? a : a.slice(0, differing)
}

function withoutTabs(text: string): string {
  let result = ''
  for (const part of text.split(/(\t)/))
    result += part === '\t' ? ' '.repeat(TAB_CHARACTERS - (result.length % TAB_CHARACTERS)) : part
  return result
}
