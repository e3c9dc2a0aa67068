import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl'

const UTF_8_FLAG = 0x800
const UNICODE_PATH = 0x7075
/** A character of GB 2312. In names with Western letters two such bytes are never together. */
const CHINESE = /[\xb0-\xf7][\xa1-\xfe]/

/**
 * The names of the entries of a zip, with `/` between folders. Those that do not say that they are UTF-8 can be it
 * nevertheless, or are in the encoding of the system: Windows in Chinese uses GBK. Read with `decodeStrings: false`.
 */
export function zipNames(entries: readonly Entry[]): string[] {
  const unmarked = entries.filter((entry) => !isMarked(entry)).map(({ fileNameRaw }) => fileNameRaw)
  const decoder =
    decoderFor('utf-8', unmarked) ??
    (unmarked.some((raw) => CHINESE.test(raw.toString('latin1')))
      ? decoderFor('gb18030', unmarked)
      : undefined)
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

function decoderFor(encoding: string, names: readonly Buffer[]): TextDecoder | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  try {
    for (const name of names) decoder.decode(name)
    return decoder
  } catch {
    return undefined
  }
}
