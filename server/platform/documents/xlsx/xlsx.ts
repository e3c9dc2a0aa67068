import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Row, TableDocument } from '../cells.ts'
import { inChunks } from '../chunks.ts'
import {
  CONTENT_TYPES,
  PACKAGE_RELATIONSHIPS,
  type Sheet,
  STYLE_SHEET,
  sheetName,
  workbook,
  workbookRelationships,
} from './parts.ts'
import { createSheet, EXCEL_LIMITS } from './sheet.ts'

// Half the time of the default 6, for a file that is a tenth larger.
const COMPRESSION_LEVEL = 3

export interface WorkbookDocument extends TableDocument {
  readonly title: string
  readonly limits?: Partial<typeof EXCEL_LIMITS>
}

/** A workbook. When a sheet is full, another one is added. */
export function xlsxDocument(book: WorkbookDocument): Readable {
  return Readable.from(chunks(book), { objectMode: false })
}

async function* chunks(book: WorkbookDocument): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const stop = new AbortController()
  // `writing` reports errors of a part. Without a listener here they would end the process.
  zip.on('error', (error: Error) => void output.destroy(error))
  output.on('error', () => {})
  const writing = writeParts(zip, book, stop.signal).catch((error: Error) => void output.destroy(error))
  try {
    yield* output
  } finally {
    stop.abort()
    await writing
  }
}

/** The parts of the workbook itself come last, when the number of sheets is known. */
async function writeParts(zip: ZipFile, book: WorkbookDocument, signal: AbortSignal): Promise<void> {
  addPart(zip, '[Content_Types].xml', CONTENT_TYPES)
  addPart(zip, '_rels/.rels', PACKAGE_RELATIONSHIPS)
  addPart(zip, 'xl/styles.xml', STYLE_SHEET)
  const rows = createRowSource(book.rows)
  const sheets: Sheet[] = []
  try {
    do {
      const number = sheets.length + 1
      const sheet = createSheet(book.columns, { ...EXCEL_LIMITS, ...book.limits }, number === 1)
      await addLongPart(zip, `xl/worksheets/sheet${number}.xml`, sheet.xml(rows.take), signal)
      if (sheet.hasLinks())
        await addLongPart(zip, `xl/worksheets/_rels/sheet${number}.xml.rels`, sheet.relationships(), signal)
      sheets.push({ name: sheetName(book.title, number - 1), range: sheet.range() })
    } while (!(await rows.isOver()))
  } finally {
    await rows.close()
  }
  addPart(zip, 'xl/workbook.xml', workbook(sheets))
  addPart(zip, 'xl/_rels/workbook.xml.rels', workbookRelationships(sheets.length))
  zip.end()
}

function addPart(zip: ZipFile, path: string, xml: string): void {
  zip.addBuffer(Buffer.from(xml), path, { compressionLevel: COMPRESSION_LEVEL })
}

async function addLongPart(
  zip: ZipFile,
  path: string,
  xml: AsyncGenerator<string>,
  signal: AbortSignal,
): Promise<void> {
  const stream = Readable.from(inChunks(xml), { objectMode: false, signal })
  zip.addReadStream(stream, path, { compressionLevel: COMPRESSION_LEVEL })
  await finished(stream)
}

/** Rows for one sheet after the other, until there are no more. */
function createRowSource(rows: AsyncIterable<Row> | Iterable<Row>) {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let next: Row | undefined
  let over = false

  async function look(): Promise<void> {
    if (next !== undefined || over) return
    const result = await iterator.next()
    if (result.done) over = true
    else next = result.value
  }

  return {
    async isOver(): Promise<boolean> {
      await look()
      return over
    },
    async take(): Promise<Row | undefined> {
      await look()
      const row = next
      next = undefined
      return row
    },
    async close(): Promise<void> {
      if (!over) await iterator.return?.()
    },
  }
}
