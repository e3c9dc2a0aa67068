import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl'
import { decoderFor } from '../texts/encodings.ts'

const UTF_8_FLAG = 0x800
const UNICODE_PATH = 0x7075
const LONGEST_NAME = 255
const LONGEST_EXTENSION = 16

/**
 * The names of the entries of a zip, with `/` between folders. Those that do not say that they are UTF-8 can be it
 * nevertheless, or are in the encoding of the system: Windows in Chinese uses GBK. Read with `decodeStrings: false`.
 */
export function zipNames(entries: readonly Entry[]): string[] {
  const unmarked = entries.filter((entry) => !isMarked(entry)).map(({ fileNameRaw }) => fileNameRaw)
  const decoder = decoderFor(unmarked)
  return entries.map((entry) => {
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
    return decoder && !isMarked(entry)
      ? decoder.decode(fileNameRaw).replaceAll('\\', '/')
      : getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  })
}

/** Whether the name stays in the folder. */
export function isSafeName(name: string): boolean {
  return !name.includes('\0') && validateFileName(name) === null
}

/** Where its file is written: names that are too long for the file system are shortened. */
export function pathOfName(name: string): string {
  return name.split('/').map(fitting).join('/')
}

/** On Windows names can have 255 characters, here only so many bytes: 85 Chinese characters. */
function fitting(name: string): string {
  const bytes = Buffer.from(name)
  if (bytes.length <= LONGEST_NAME) return name
  const extension = Buffer.byteLength(extname(name)) > LONGEST_EXTENSION ? '' : extname(name)
  const end = `-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}${extension}`
  const start = bytes.subarray(0, LONGEST_NAME - Buffer.byteLength(end))
  return new TextDecoder().decode(start).replace(/\ufffd$/, '') + end
}

function isMarked({ generalPurposeBitFlag, extraFields }: Entry): boolean {
  return (generalPurposeBitFlag & UTF_8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)
}
