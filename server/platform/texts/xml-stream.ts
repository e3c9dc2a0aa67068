import { createReadStream } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

export interface XmlVisitor<Found> {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** Called with the text directly inside the element; `isCut` if it was too long. */
  close(name: string, text: string, isCut: boolean): void
  /** The items found since the last call. */
  take(): Found[]
}

export interface XmlReading {
  /** Called with the number of bytes read so far. */
  onBytes?(count: number): void
  /** Called once per kind of fault. Reading continues. */
  onFault(fault: XmlFault): void
}

type XmlFault = 'doctype' | 'malformed' | 'encoding'

/** The file is not XML, or would exhaust the memory. */
export class XmlUnreadable extends Error {
  override name = 'XmlUnreadable'
}

const MAX_TEXT_LENGTH = 3_000_000
const MAX_LENGTH_WITHOUT_TAG = 16_000_000
const MAX_PROLOGUE_BYTES = 1_000_000
const CDATA = '<![CDATA['
const END = ']]>'
/** Some programs write the URLs of commenters as they are. The parser would read on to the next semicolon, over tags. */
const BARE_AMPERSAND = /&(?!#?\w{1,32};)/g
const UNFINISHED_ENTITY = /&#?\w{0,32}$/
const LONGEST_ENTITY = 40
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML 1.0 forbids, and nobody sees them.
const INVISIBLE = /[\x01-\x08\x0e-\x1f\ufffe\uffff]/g
/** Pasted from a word processor, they separate lines. */
const OLD_LINE_BREAKS = /[\v\f]/g

/**
 * Reads a file of any size in chunks. The items found in a chunk are yielded before the next one is read. The
 * document type and its entities are ignored, so nothing is fetched or expanded.
 */
export async function* readXml<Found>(
  file: string,
  visitor: XmlVisitor<Found>,
  { onBytes, onFault }: XmlReading,
): AsyncGenerator<Found> {
  const reported = new Set<XmlFault>()
  const fault = (name: XmlFault) => {
    if (!reported.has(name)) onFault(name)
    reported.add(name)
  }
  const state = parserFor(visitor, fault)
  const decoder = new TextDecoder('utf-8')
  const prepare = createPreparation()
  let bytes = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 128 * 1024 })) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    if (text.includes('\ufffd') && !(chunk as Buffer).includes('\ufffd')) fault('encoding')
    bytes += (chunk as Buffer).length
    if (!state.hasRoot() && bytes > MAX_PROLOGUE_BYTES)
      throw new XmlUnreadable('it does not start like an XML file')
    state.write(prepare(text))
    onBytes?.(bytes)
    yield* visitor.take()
    await nextTurn()
  }
  state.write(prepare(decoder.decode(), true))
  state.close()
  if (!state.hasRoot()) throw new XmlUnreadable('it is not an XML file')
  yield* visitor.take()
}

function parserFor<Found>(visitor: XmlVisitor<Found>, fault: (name: XmlFault) => void) {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ position: false, xmlns: false })
  const texts: { pieces: string[]; length: number; isCut: boolean }[] = []
  let hasRoot = false
  const add = (text: string) => {
    const open = texts.at(-1)
    if (!open) return
    open.length += text.length
    if (open.length <= MAX_TEXT_LENGTH) open.pieces.push(text)
    else open.isCut = true
  }
  // With an error handler the parser continues after a fault.
  parser.on('error', ({ message }) => {
    if (message !== 'disallowed character.') fault('malformed')
  })
  parser.on('doctype', () => fault('doctype'))
  parser.on('opentag', ({ name, attributes }) => {
    hasRoot = true
    texts.push({ pieces: [], length: 0, isCut: false })
    visitor.open(name, attributes)
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }) => {
    const { pieces = [], isCut = false } = texts.pop() ?? {}
    visitor.close(name, pieces.join('').replace(INVISIBLE, '').replace(OLD_LINE_BREAKS, ' '), isCut)
  })
  let sinceTag = 0
  return {
    hasRoot: () => hasRoot,
    write(text: string): void {
      const last = text.lastIndexOf('<')
      sinceTag = last === -1 ? sinceTag + text.length : text.length - last
      if (sinceTag > MAX_LENGTH_WITHOUT_TAG) throw new XmlUnreadable('it contains a text without an end')
      parser.write(text)
    },
    close: () => void parser.close(),
  }
}

/**
 * The parser emits a CDATA section only when it is complete, whatever its length. Here a section is closed and
 * reopened at the end of each chunk, so that it is emitted in parts. Outside of them, `&` alone becomes an entity.
 */
function createPreparation() {
  let inside = false
  let held = ''
  return (chunk: string, isLast = false): string => {
    const text = held + chunk
    // A delimiter or an entity may be split between two chunks.
    const keep = isLast ? 0 : heldBack(text)
    held = text.slice(text.length - keep)
    const whole = text.slice(0, text.length - keep)
    const written: string[] = []
    for (let at = 0; at < whole.length; ) {
      const mark = inside ? END : CDATA
      const next = whole.indexOf(mark, at)
      const end = next === -1 ? whole.length : next
      const part = whole.slice(at, end)
      written.push(inside ? part : part.replace(BARE_AMPERSAND, '&amp;'))
      if (next !== -1) {
        written.push(mark)
        inside = !inside
      }
      at = end + mark.length
    }
    if (inside && !isLast) written.push(END, CDATA)
    return written.join('')
  }
}

function heldBack(text: string): number {
  for (let length = Math.min(CDATA.length - 1, text.length); length > 0; length--) {
    const tail = text.slice(-length)
    if (CDATA.startsWith(tail) || END.startsWith(tail)) return length
  }
  return UNFINISHED_ENTITY.exec(text.slice(-LONGEST_ENTITY))?.[0].length ?? 0
}
