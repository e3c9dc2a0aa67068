import PDFDocument from 'pdfkit'
import { createPace } from '../../core/pace.ts'

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 62, right: 533.28, top: 64, bottom: 768 } as const

export interface PdfReference {
  readonly data: Record<string, unknown>
  end(content?: Uint8Array): void
}

export interface PdfImage {
  readonly width: number
  readonly height: number
}

/** The parts of pdfkit that we use, including internal ones. Nothing else in this folder depends on them. */
interface PdfKit {
  readonly page: { readonly fonts: Record<string, PdfReference>; readonly dictionary: PdfReference }
  readonly _root: {
    data: {
      Pages: PdfReference & { data: { Kids: PdfReference[] } }
      PageLabels?: object
      Outlines?: PdfReference
      PageMode?: string
    }
  }
  readonly _info: PdfReference
  readonly _id: Uint8Array
  /** Where each object begins. */
  readonly _offsets: readonly number[]
  /** How many bytes were written. */
  _offset: number
  _write(data: unknown): void
  _finalize(): void
  ref(data: object): PdfReference
  addPage(): unknown
  addContent(operators: string): unknown
  openImage(file: Buffer): PdfImage
  image(image: PdfImage, x: number, y: number, size: { width: number; height: number }): unknown
  link(x: number, y: number, width: number, height: number, address: string): unknown
  annotate(x: number, y: number, width: number, height: number, annotation: object): unknown
  read(): Buffer | null
  end(): void
}

export interface PdfFile {
  addPage(): void
  pageCount(): number
  /** The current page, as a link target. */
  currentPage(): PdfReference
  /** Content operators; y grows downwards. */
  draw(operators: string): void
  useFont(name: string, font: PdfReference): void
  object(data: object): PdfReference
  openImage(file: Buffer): PdfImage
  drawImage(image: PdfImage, area: Area): void
  linkTo(target: string | PdfReference, area: Area): void
  addBookmark(title: string): void
  /** Moves the pages after the first `count` to the front, with Roman numbers. */
  moveToFront(count: number): void
  /** Ends the document and gives the rest of the file. */
  end(): AsyncIterable<Buffer>
  /** The bytes written since the last call. */
  written(): Buffer | undefined
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function openPdf({ title, language }: { title: string; language: string }): PdfFile {
  const doc = new PDFDocument({
    pdfVersion: '1.7',
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    lang: language,
    displayTitle: true,
    info: { Title: title },
  }) as unknown as PdfKit
  const pages = doc._root.data.Pages.data.Kids
  const output = takeOutput(doc)
  const bookmarks = createBookmarks(doc)

  return {
    addPage: () => void doc.addPage(),
    pageCount: () => pages.length,
    currentPage: () => doc.page.dictionary,
    draw: (operators) => void doc.addContent(operators),
    useFont(name, font) {
      doc.page.fonts[name] ??= font
    },
    object: (data) => doc.ref(data),
    openImage: (file) => doc.openImage(file),
    drawImage: (image, { x, y, width, height }) => void doc.image(image, x, y, { width, height }),
    linkTo(target, { x, y, width, height }) {
      if (typeof target === 'string') doc.link(x, y, width, height, target)
      else doc.annotate(x, y, width, height, { Subtype: 'Link', Dest: [target, 'XYZ', 0, PAGE.height, 0] })
    },
    addBookmark: bookmarks.add,
    moveToFront(count) {
      const moved = pages.splice(count)
      pages.unshift(...moved)
      doc._root.data.PageLabels = { Nums: [0, { S: 'r' }, moved.length, { S: 'D' }] }
    },
    async *end() {
      bookmarks.end()
      const ended = new Promise<void>((resolve) => {
        doc._finalize = resolve
      })
      doc.end()
      await ended
      const rest = output.written()
      if (rest) yield rest
      yield* endOfFile(doc)
    },
    written: output.written,
  }
}

/**
 * Collects what pdfkit writes, instead of its own stream: an object is many short strings, and each would be a chunk of
 * its own there.
 */
function takeOutput(doc: PdfKit): { written(): Buffer | undefined } {
  let parts: Uint8Array[] = []
  // What was written already. Node 26 returns one chunk at a time.
  for (let chunk = doc.read(); chunk; chunk = doc.read()) parts.push(chunk)
  let text = ''

  function endText(): void {
    if (text !== '') parts.push(Buffer.from(text, 'latin1'))
    text = ''
  }

  doc._write = (data) => {
    if (data instanceof Uint8Array) {
      endText()
      parts.push(data)
      doc._offset += data.length
    } else {
      const line = `${data}\n`
      text += line
      doc._offset += line.length
    }
  }

  return {
    written() {
      endText()
      if (parts.length === 0) return undefined
      const all = parts
      parts = []
      return Buffer.concat(all)
    },
  }
}

/** Each bookmark is written as soon as the next one is known: pdfkit's own outline writes all of them at the end. */
function createBookmarks(doc: PdfKit): { add(title: string): void; end(): void } {
  let outline: PdfReference | undefined
  let last: PdfReference | undefined

  function write(bookmark: PdfReference): void {
    bookmark.end()
    // Otherwise each would keep its neighbours in memory.
    bookmark.data.Prev = undefined
    bookmark.data.Next = undefined
  }

  return {
    add(title) {
      outline ??= doc.ref({ Type: 'Outlines' })
      const bookmark = doc.ref({
        Dest: [doc.page.dictionary, 'XYZ', 0, PAGE.height, 0],
        Parent: outline,
        Title: Object(title),
      })
      if (last) {
        bookmark.data.Prev = last
        last.data.Next = bookmark
        write(last)
      } else outline.data.First = bookmark
      last = bookmark
    },
    end() {
      if (!outline || !last) return
      write(last)
      outline.data.Last = last
      outline.end()
      doc._root.data.Outlines = outline
      doc._root.data.PageMode = 'UseOutlines'
    },
  }
}

const ENTRIES_PER_WRITE = 1_000
const OFFSET_DIGITS = 10

/** The table of objects, which is long in a long document, and the trailer. */
async function* endOfFile(doc: PdfKit): AsyncGenerator<Buffer> {
  const pace = createPace()
  const { _offset: tableAt, _offsets: offsets } = doc
  const size = offsets.length + 1
  yield Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n`)
  for (let from = 0; from < offsets.length; from += ENTRIES_PER_WRITE) {
    let entries = ''
    for (const offset of offsets.slice(from, from + ENTRIES_PER_WRITE))
      entries += `${String(offset).padStart(OFFSET_DIGITS, '0')} 00000 n \n`
    yield Buffer.from(entries)
    await pace.breathe()
  }
  const id = `<${Buffer.from(doc._id).toString('hex')}>`
  const trailer = `<<\n/Size ${size}\n/Root ${doc._root}\n/Info ${doc._info}\n/ID [${id} ${id}]\n>>`
  yield Buffer.from(`trailer\n${trailer}\nstartxref\n${tableAt}\n%%EOF\n`)
}
