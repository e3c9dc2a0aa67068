import { withByteWindow } from '../byte-window.ts'

/**
 * A file that is also a page or an archive is an attack. A character must follow the tag name, so that compressed pixels
 * match by chance in only about one of a million files of 10 MB.
 */
const MARKUP = /^<(?:!doctype\s+html|html|script|iframe|\?php)[\s>/]/i
const MAX_MARKUP_LENGTH = 64
const TAG = '<'.charCodeAt(0)
const STRETCH = 64 * 1024

const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1')
const ARCHIVE_DIRECTORY = Buffer.from('PK\x01\x02', 'latin1')
const ARCHIVE_END_BYTES = 22
/** The end record of a zip and the longest comment that can follow it. */
export const ARCHIVE_TAIL_BYTES = ARCHIVE_END_BYTES + 0xffff

export function holdsMarkup(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(TAG); at >= 0; at = bytes.indexOf(TAG, at + 1))
    if (MARKUP.test(bytes.toString('latin1', at, at + MAX_MARKUP_LENGTH))) return true
  return false
}

export function fileHoldsMarkup(file: string): Promise<boolean> {
  return withByteWindow(file, async (window) => {
    for (let at = 0; at < window.size; at += STRETCH - MAX_MARKUP_LENGTH)
      if (holdsMarkup(await window.bytes(at, STRETCH))) return true
    return false
  })
}

/** Whether it ends like an archive that an unpacking tool would accept: an end record with a valid directory offset. */
export function endsAsArchive(tail: Buffer): boolean {
  return archiveEnds(tail).some((at) => {
    const directoryAt = at - tail.readUInt32LE(at + 12)
    return tail.subarray(Math.max(directoryAt, 0), directoryAt + 4).equals(ARCHIVE_DIRECTORY)
  })
}

/** A stricter check for files that may contain archives: the comment of the end record ends with the file. */
export function endsWithArchiveComment(tail: Buffer): boolean {
  return archiveEnds(tail).some((at) => at + ARCHIVE_END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
}

function archiveEnds(tail: Buffer): number[] {
  const found: number[] = []
  const last = tail.length - ARCHIVE_END_BYTES
  for (let at = tail.indexOf(ARCHIVE_END); at >= 0 && at <= last; at = tail.indexOf(ARCHIVE_END, at + 1))
    found.push(at)
  return found
}
