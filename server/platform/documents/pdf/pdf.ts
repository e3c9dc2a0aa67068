import { Readable } from 'node:stream'
import { createPace } from '../../core/pace.ts'
import { createBlockWriter } from './blocks.ts'
import { type ContentsEntry, writeContents } from './contents.ts'
import { openPdf, PAGE, type PdfFile } from './file.ts'
import { readBlocks } from './html.ts'
import { breakLines, type Inline, naturalWidth, PLAIN } from './lines.ts'
import { COLORS, createPage, type Page } from './page.ts'
import { createPictures, type PictureFiles } from './pictures.ts'
import { loadTypefaces } from './typefaces.ts'

const TITLE = { size: 20, height: 30 }
const META = { size: 9, height: 15, gap: 12, widestColumn: 160 }
const HEAD_GAP = 8
const UNTITLED = '…'

export interface PdfSection {
  readonly title: string
  readonly meta: readonly (readonly [label: string, value: string])[]
  readonly html: string
}

export interface PdfDocument {
  readonly title: string
  /** As in `zh-CN`. */
  readonly language: string
  readonly sections: AsyncIterable<PdfSection> | Iterable<PdfSection>
  /** Returns the files of images. Nothing is fetched from the network. */
  readonly images: PictureFiles
  /** The base of relative links. Without it they are plain text. */
  readonly baseUrl?: string
}

export function pdfDocument(document: PdfDocument): Readable {
  return Readable.from(chunks(document), { objectMode: false })
}

/**
 * Sections are written as they arrive and flushed page by page. The table of contents is written last, when all page
 * numbers are known, and moved to the front.
 */
async function* chunks({ title, language, sections, images, baseUrl }: PdfDocument): AsyncGenerator<Buffer> {
  const pdf = openPdf({ title, language })
  yield* written(pdf)
  const faces = await loadTypefaces(pdf)
  const pace = createPace()
  const page = createPage(pdf, faces, () => String(pdf.pageCount()))
  const picture = createPictures(pdf, images)
  const entries: ContentsEntry[] = []
  for await (const section of sections) {
    const title = section.title.replace(/\s+/g, ' ').trim() || UNTITLED
    page.addPage()
    pdf.addBookmark(title)
    entries.push({ title, pageNumber: pdf.pageCount(), page: pdf.currentPage() })
    writeHead(page, title, section.meta)
    await pace.breathe()
    const write = createBlockWriter({ page, pace, picture })
    for (const blocks of readBlocks(section.html, baseUrl)) {
      for (const block of blocks) {
        await write(block)
        yield* written(pdf)
      }
      await pace.breathe()
    }
  }
  await writeContents(pdf, faces, { title, language, entries, pace })
  yield* written(pdf)
  await faces.end()
  yield* pdf.end()
}

function writeHead(page: Page, title: string, meta: PdfSection['meta']): void {
  const width = PAGE.right - PAGE.left
  const inlines: Inline[] = [{ text: title, style: { ...PLAIN, bold: true } }]
  for (const line of breakLines(page.faces, inlines, { width, size: TITLE.size })) {
    page.makeRoom(TITLE.height)
    page.drawLine(line, { x: PAGE.left, y: page.y, ...TITLE })
    page.y += TITLE.height
  }
  page.y += HEAD_GAP
  writeMeta(page, meta)
  page.y += HEAD_GAP
  page.shade({ x: PAGE.left, y: page.y, width, height: 0.7 }, COLORS.line)
  page.y += HEAD_GAP
}

/** Writes labels and values in two columns. */
function writeMeta(page: Page, meta: PdfSection['meta']): void {
  const filled = meta.filter(([, value]) => value.trim() !== '')
  const labels = filled.map(([label]) => [{ text: label, style: PLAIN }])
  const widest = Math.max(0, ...labels.map((label) => naturalWidth(page.faces, label, META.size)))
  const column = Math.min(widest + META.gap, META.widestColumn)
  const values = { width: PAGE.right - PAGE.left - column, size: META.size }
  for (const [i, [, value]] of filled.entries()) {
    const left = [...breakLines(page.faces, labels[i] ?? [], { width: column - META.gap, size: META.size })]
    const right = [...breakLines(page.faces, [{ text: value, style: PLAIN }], values)]
    for (let row = 0; row < Math.max(left.length, right.length); row++) {
      page.makeRoom(META.height)
      const [label, text] = [left[row], right[row]]
      if (label) page.drawLine(label, { x: PAGE.left, y: page.y, ...META, color: COLORS.quiet })
      if (text) page.drawLine(text, { x: PAGE.left + column, y: page.y, ...META })
      page.y += META.height
    }
  }
}

function* written(pdf: PdfFile): Generator<Buffer> {
  for (let chunk = pdf.written(); chunk; chunk = pdf.written()) yield chunk
}
