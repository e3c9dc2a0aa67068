import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl'
import { decoderFor } from '../texts/encodings.ts'

const UTF_8_FLAG = 0x800
const UNICODE_PATH = 0x7075

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

function isMarked({ generalPurposeBitFlag, extraFields }: Entry): boolean {
  return (generalPurposeBitFlag & UTF_8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)
}
