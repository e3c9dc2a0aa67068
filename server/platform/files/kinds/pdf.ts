import { readSlice } from '../file-slices.ts'
import type { FileRefusal } from '../refusals.ts'
import { ARCHIVE_TAIL_BYTES, endsWithArchiveComment, holdsMarkup } from './polyglots.ts'

const HEAD_BYTES = 1024
const END_MARK = Buffer.from('%%EOF')
const ARCHIVE_MARK = Buffer.from('PK')

/**
 * Readers accept a PDF that starts anywhere in the first kilobyte and ends near the end of the file, which leaves room for
 * another format (a polyglot). Here it must start at the first byte.
 */
export async function pdfRefusal(file: string, size: number): Promise<FileRefusal | undefined> {
  const head = await readSlice(file, 0, HEAD_BYTES)
  if (!head.subarray(0, 5).equals(Buffer.from('%PDF-')) || holdsMarkup(head)) return 'polyglot'
  const tail = await readSlice(file, Math.max(0, size - ARCHIVE_TAIL_BYTES), ARCHIVE_TAIL_BYTES)
  const end = tail.lastIndexOf(END_MARK)
  if (end < 0) return 'damaged-file'
  const after = tail.subarray(end + END_MARK.length)
  return holdsMarkup(after) || after.includes(ARCHIVE_MARK) || endsWithArchiveComment(tail)
    ? 'polyglot'
    : undefined
}
