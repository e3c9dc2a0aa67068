import { readSlice } from '../file-slices.ts'
import type { FileRefusal } from '../refusals.ts'
import { ARCHIVE_TAIL_BYTES, holdsMarkup, isClosedAsArchive } from './polyglots.ts'

const HEAD_BYTES = 1024
const END_MARK = Buffer.from('%%EOF')
const ARCHIVE_MARK = Buffer.from('PK')

/**
 * Readers accept a PDF that begins anywhere in the first kilobyte and ends anywhere near the end: the room before and
 * after is where the other half of a polyglot lives. Here it begins at the first byte.
 */
export async function pdfRefusal(file: string, size: number): Promise<FileRefusal | undefined> {
  const head = await readSlice(file, 0, HEAD_BYTES)
  if (!head.subarray(0, 5).equals(Buffer.from('%PDF-')) || holdsMarkup(head)) return 'polyglot'
  const tail = await readSlice(file, Math.max(0, size - ARCHIVE_TAIL_BYTES), ARCHIVE_TAIL_BYTES)
  const end = tail.lastIndexOf(END_MARK)
  if (end < 0) return 'damaged-file'
  const after = tail.subarray(end + END_MARK.length)
  return holdsMarkup(after) || after.includes(ARCHIVE_MARK) || isClosedAsArchive(tail)
    ? 'polyglot'
    : undefined
}
