import PDFDocument from 'pdfkit'

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
  readonly outline: { addItem(title: string, options: { left: number }): unknown }
  readonly _root: { data: { Pages: PdfReference & { data: { Kids: PdfReference[] } }; PageLabels?: object } }
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
  end(): void
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
    // pdfkit counts `left` from the right edge of the page.
    addBookmark: (title) => void doc.outline.addItem(title, { left: PAGE.width }),
    moveToFront(count) {
      const moved = pages.splice(count)
      pages.unshift(...moved)
      doc._root.data.PageLabels = { Nums: [0, { S: 'r' }, moved.length, { S: 'D' }] }
    },
    end: () => doc.end(),
    written: () => doc.read() ?? undefined,
  }
}
