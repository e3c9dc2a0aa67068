/**
 * Subsets a TrueType font. fontkit can do this too, but blocks for half a second with a Chinese font; copying the
 * outlines takes milliseconds.
 */

const TRUETYPE = 0x00010000
const LONG_OFFSETS = 1
// The tables that a PDF reader needs to draw glyphs by number. It does not need names and the character map.
const COPIED = ['cvt ', 'fpgm', 'prep']

const PART = { wordArguments: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80 }
const PARTS_START = 10

type Tables = ReadonlyMap<string, Buffer>

/** Keeps `glyphs` in this order, numbered from 0, followed by the components of composite glyphs. */
export function subsetOf(font: Buffer, glyphs: readonly number[]): Buffer {
  const tables = readTables(font)
  const { order, outlines } = withParts(glyphs, outlineReader(tables))
  return writeTables([
    ['head', changed(table(tables, 'head'), (copy) => copy.writeInt16BE(LONG_OFFSETS, 50))],
    ['hhea', changed(table(tables, 'hhea'), (copy) => copy.writeUInt16BE(order.length, 34))],
    ['maxp', changed(table(tables, 'maxp'), (copy) => copy.writeUInt16BE(order.length, 4))],
    ['hmtx', metrics(tables, order)],
    ...joined(outlines),
    ...COPIED.flatMap((name): [string, Buffer][] => {
      const copied = tables.get(name)
      return copied ? [[name, copied]] : []
    }),
  ])
}

function readTables(font: Buffer): Tables {
  if (font.readUInt32BE(0) !== TRUETYPE) throw new Error('not a TrueType font')
  const tables = new Map<string, Buffer>()
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + i * 16
    const start = font.readUInt32BE(entry + 8)
    tables.set(
      font.toString('latin1', entry, entry + 4),
      font.subarray(start, start + font.readUInt32BE(entry + 12)),
    )
  }
  return tables
}

function table(tables: Tables, name: string): Buffer {
  const found = tables.get(name)
  if (!found) throw new Error(`the font has no table ${name}`)
  return found
}

type OutlineReader = (glyph: number) => Buffer

function outlineReader(tables: Tables): OutlineReader {
  const places = table(tables, 'loca')
  const data = table(tables, 'glyf')
  const long = table(tables, 'head').readInt16BE(50) === LONG_OFFSETS
  const place = (i: number) => (long ? places.readUInt32BE(i * 4) : places.readUInt16BE(i * 2) * 2)
  return (glyph) => data.subarray(place(glyph), place(glyph + 1))
}

/** The outlines of `glyphs` and their components, by new number. */
function withParts(
  glyphs: readonly number[],
  outlineOf: OutlineReader,
): { order: number[]; outlines: Buffer[] } {
  const order = [...glyphs]
  const numbers = new Map(order.map((glyph, number) => [glyph, number]))
  const outlines: Buffer[] = []

  function numberOf(part: number): number {
    const known = numbers.get(part)
    if (known !== undefined) return known
    numbers.set(part, order.length)
    return order.push(part) - 1
  }

  for (let i = 0; i < order.length; i++) {
    const outline = outlineOf(order[i] ?? 0)
    const isComposed = outline.length > 0 && outline.readInt16BE(0) < 0
    outlines.push(isComposed ? changed(outline, (copy) => renumberParts(copy, numberOf)) : outline)
  }
  return { order, outlines }
}

function renumberParts(outline: Buffer, numberOf: (glyph: number) => number): void {
  let at = PARTS_START
  let flags: number
  do {
    flags = outline.readUInt16BE(at)
    outline.writeUInt16BE(numberOf(outline.readUInt16BE(at + 2)), at + 2)
    at += 4 + (flags & PART.wordArguments ? 4 : 2)
    if (flags & PART.scale) at += 2
    else if (flags & PART.twoScales) at += 4
    else if (flags & PART.matrix) at += 8
  } while (flags & PART.more)
}

/** The outlines, aligned to four bytes, with their offsets. */
function joined(outlines: readonly Buffer[]): [string, Buffer][] {
  const places = Buffer.alloc((outlines.length + 1) * 4)
  let length = 0
  for (const [i, outline] of outlines.entries()) {
    length += padded(outline.length)
    places.writeUInt32BE(length, (i + 1) * 4)
  }
  const data = Buffer.alloc(length)
  for (const [i, outline] of outlines.entries()) outline.copy(data, places.readUInt32BE(i * 4))
  return [
    ['loca', places],
    ['glyf', data],
  ]
}

function metrics(tables: Tables, order: readonly number[]): Buffer {
  const all = table(tables, 'hmtx')
  const fullCount = table(tables, 'hhea').readUInt16BE(34)
  const result = Buffer.alloc(order.length * 4)
  for (const [i, glyph] of order.entries()) {
    // Glyphs after the last full entry share its advance and only have their own bearing.
    const full = Math.min(glyph, fullCount - 1)
    const bearing = glyph < fullCount ? glyph * 4 + 2 : fullCount * 4 + (glyph - fullCount) * 2
    all.copy(result, i * 4, full * 4, full * 4 + 2)
    all.copy(result, i * 4 + 2, bearing, bearing + 2)
  }
  return result
}

function changed(original: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(original)
  change(copy)
  return copy
}

function writeTables(tables: readonly [string, Buffer][]): Buffer {
  const sorted = tables.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const directoryLength = 12 + sorted.length * 16
  const font = Buffer.alloc(sorted.reduce((sum, [, data]) => sum + padded(data.length), directoryLength))
  const power = Math.floor(Math.log2(sorted.length))
  font.writeUInt32BE(TRUETYPE, 0)
  font.writeUInt16BE(sorted.length, 4)
  font.writeUInt16BE(2 ** power * 16, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE((sorted.length - 2 ** power) * 16, 10)
  let offset = directoryLength
  for (const [i, [name, data]] of sorted.entries()) {
    const entry = 12 + i * 16
    data.copy(font, offset)
    font.write(name, entry, 'latin1')
    font.writeUInt32BE(checksum(font, offset, offset + padded(data.length)), entry + 4)
    font.writeUInt32BE(offset, entry + 8)
    font.writeUInt32BE(data.length, entry + 12)
    offset += padded(data.length)
  }
  return font
}

function checksum(font: Buffer, start: number, end: number): number {
  const words = new DataView(font.buffer, font.byteOffset, font.length)
  let sum = 0
  for (let i = start; i < end; i += 4) sum = (sum + words.getUint32(i)) | 0
  return sum >>> 0
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
