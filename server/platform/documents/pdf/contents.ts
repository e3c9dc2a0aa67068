import type { Pace } from '../../core/pace.ts'
import { PAGE, type PdfFile, type PdfReference } from './file.ts'
import { breakLines, type Inline, type Line, naturalWidth, PLAIN } from './lines.ts'
import { COLORS, createPage, type Page } from './page.ts'
import type { Typefaces } from './typefaces.ts'

const TITLE = { size: 26, height: 38 }
const HEADING = { size: 13, height: 22 }
const ENTRY = { size: 10.5, height: 18, gap: 3 }
const TITLE_TOP = 130
const NUMBER_ROOM = 44
const DOTS = { gap: 8, below: 3 }

const HEADINGS = new Map([
  ['zh', '目录'],
  ['ja', '目次'],
])

export interface ContentsEntry {
  readonly title: string
  readonly pageNumber: number
  readonly page: PdfReference
}

interface Contents {
  readonly title: string
  readonly language: string
  readonly entries: readonly ContentsEntry[]
  readonly pace: Pace
}

/** Writes the title page and the table of contents, and moves them to the front. */
export async function writeContents(
  pdf: PdfFile,
  faces: Typefaces,
  { title, language, entries, pace }: Contents,
): Promise<void> {
  const bodyPages = pdf.pageCount()
  const page = createPage(pdf, faces, () => roman(pdf.pageCount() - bodyPages))
  page.addPage()
  page.y = TITLE_TOP
  writeLines(page, title, TITLE)
  page.y += 24
  writeLines(page, HEADINGS.get(language.split('-')[0]?.toLowerCase() ?? '') ?? 'Contents', HEADING)
  page.y += 4
  page.shade({ x: PAGE.left, y: page.y, width: PAGE.right - PAGE.left, height: 0.7 }, COLORS.line)
  page.y += 10
  for (const entry of entries) {
    writeEntry(page, entry)
    await pace.breathe()
  }
  pdf.moveToFront(bodyPages)
}

function writeLines(page: Page, text: string, look: typeof TITLE): void {
  const inlines: Inline[] = [{ text, style: { ...PLAIN, bold: true } }]
  for (const line of breakLines(page.faces, inlines, { width: PAGE.right - PAGE.left, size: look.size })) {
    page.makeRoom(look.height)
    page.drawLine(line, { x: PAGE.left, y: page.y, ...look })
    page.y += look.height
  }
}

function writeEntry(page: Page, { title, pageNumber, page: target }: ContentsEntry): void {
  const inlines: Inline[] = [{ text: title, style: PLAIN }]
  const width = PAGE.right - PAGE.left - NUMBER_ROOM
  const lines = [...breakLines(page.faces, inlines, { width, size: ENTRY.size })]
  for (const [i, line] of lines.entries()) {
    page.makeRoom(ENTRY.height)
    const look = { y: page.y, height: ENTRY.height, size: ENTRY.size }
    page.drawLine(line, { x: PAGE.left, ...look })
    if (i === lines.length - 1) writeNumber(page, line, pageNumber)
    page.pdf.linkTo(target, { x: PAGE.left, y: page.y, width: PAGE.right - PAGE.left, height: ENTRY.height })
    page.y += ENTRY.height
  }
  page.y += ENTRY.gap
}

/** The page number at the right, with dots before it. */
function writeNumber(page: Page, line: Line, pageNumber: number): void {
  const number: Inline[] = [{ text: String(pageNumber), style: PLAIN }]
  const numberLeft = PAGE.right - naturalWidth(page.faces, number, ENTRY.size)
  const look = { y: page.y, height: ENTRY.height, size: ENTRY.size }
  for (const text of breakLines(page.faces, number, { width: NUMBER_ROOM, size: ENTRY.size }))
    page.drawLine(text, { x: numberLeft, ...look })
  const from = PAGE.left + line.width + DOTS.gap
  const to = PAGE.right - NUMBER_ROOM / 2 - DOTS.gap
  const y = page.y + ENTRY.height / 2 + DOTS.below
  if (from < to)
    page.pdf.draw(`q ${COLORS.quiet} RG 0.8 w [0.8 4.2] 0 d ${to} ${y} m ${from.toFixed(2)} ${y} l S Q`)
}

function roman(number: number): string {
  const signs: [number, string][] = [
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ]
  let rest = number
  let text = ''
  for (const [value, sign] of signs) {
    text += sign.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}
