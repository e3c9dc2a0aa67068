import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { create, type Font } from 'fontkit'
import type { PdfFile, PdfReference } from './file.ts'
import { subsetOf } from './truetype.ts'

const PER_EM = 1000
const SLANT = 0.2
const SYMBOLIC = 4
const USUAL_STEM = 80
const MAPPINGS_PER_BLOCK = 100
const MISSING = 0

const deflated = promisify<Buffer, Buffer>(deflate)

interface Place {
  readonly x: number
  readonly baseline: number
  readonly size: number
  readonly color: string
  readonly slanted: boolean
}

/** A font that is embedded as a subset: only with the glyphs in use. */
export interface PdfFont {
  covers(codePoint: number): boolean
  /** For a size of 1. */
  widthOf(text: string): number
  show(text: string, place: Place): void
  /** Embeds the font. It cannot be used afterwards. */
  end(): Promise<void>
}

/**
 * pdfkit can embed fonts too, but it lays out only thirty Chinese characters per millisecond, and subsetting and
 * compressing the font blocks the main thread for a second. So glyphs are looked up one by one, without kerning, and
 * another thread compresses.
 */
export function embedFont(pdf: PdfFile, name: string, file: Buffer): PdfFont {
  const font = openFont(file)
  const scale = PER_EM / font.unitsPerEm
  const known = new Map<number, { glyph: number; width: number }>()
  const codes = new Map<string, string>()
  const glyphs = [MISSING]
  const numbers = new Map([[MISSING, 0]])
  const characters = ['\ufffd']
  const widths = [font.getGlyph(MISSING).advanceWidth * scale]
  let dictionary: PdfReference | undefined

  function lookUp(codePoint: number): { glyph: number; width: number } {
    const cached = known.get(codePoint)
    if (cached) return cached
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint)
    const found = { glyph: id, width: advanceWidth * scale }
    known.set(codePoint, found)
    return found
  }

  function numberOf(character: string): number {
    const { glyph, width } = lookUp(codePointOf(character))
    const given = numbers.get(glyph)
    if (given !== undefined) return given
    numbers.set(glyph, glyphs.length)
    characters.push(character)
    widths.push(width)
    return glyphs.push(glyph) - 1
  }

  function codeOf(character: string): string {
    const given = codes.get(character) ?? hex(numberOf(character))
    codes.set(character, given)
    return given
  }

  function widthOf(text: string): number {
    let width = 0
    for (const character of text) width += lookUp(codePointOf(character)).width
    return width / PER_EM
  }

  function show(text: string, { x, baseline, size, color, slanted }: Place): void {
    let shown = ''
    for (const character of text) shown += codeOf(character)
    dictionary ??= pdf.object({})
    pdf.useFont(name, dictionary)
    // Our y axis points down, so the text is flipped.
    const matrix = `1 0 ${slanted ? SLANT : 0} -1 ${x.toFixed(2)} ${baseline.toFixed(2)}`
    pdf.draw(`BT ${color} rg /${name} ${size} Tf ${matrix} Tm <${shown}> Tj ET`)
  }

  async function end(): Promise<void> {
    if (!dictionary) return
    const subset = subsetOf(file, glyphs)
    const program = pdf.object({ Length1: subset.length, Filter: 'FlateDecode' })
    program.end(await deflated(subset))
    const unicode = pdf.object({})
    unicode.end(Buffer.from(toUnicode(characters)))
    const subsetName = `${subsetTag(name)}+${font.postscriptName}`
    const descendant = written({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: subsetName,
      CIDSystemInfo: { Registry: pdfString('Adobe'), Ordering: pdfString('Identity'), Supplement: 0 },
      CIDToGIDMap: 'Identity',
      FontDescriptor: written(descriptor(subsetName, program)),
      W: [0, widths.map(Math.round)],
    })
    Object.assign(dictionary.data, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: subsetName,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: unicode,
    })
    dictionary.end()
  }

  function descriptor(subsetName: string, program: PdfReference): object {
    const { minX, minY, maxX, maxY } = font.bbox
    return {
      Type: 'FontDescriptor',
      FontName: subsetName,
      Flags: SYMBOLIC,
      FontBBox: [minX, minY, maxX, maxY].map((side) => side * scale),
      ItalicAngle: font.italicAngle,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: font.capHeight * scale,
      StemV: USUAL_STEM,
      FontFile2: program,
    }
  }

  function written(data: object): PdfReference {
    const reference = pdf.object(data)
    reference.end()
    return reference
  }

  return { covers: (codePoint) => lookUp(codePoint).glyph !== MISSING, widthOf, show, end }
}

function openFont(file: Buffer): Font {
  const font = create(file)
  if (!('layout' in font)) throw new Error('a collection of fonts cannot be embedded')
  return font
}

/** The ToUnicode map, for searching and copying text. */
function toUnicode(characters: readonly string[]): string {
  const mappings = characters.map((character, number) => `<${hex(number)}> <${utf16(character)}>`)
  const blocks: string[] = []
  for (let i = 0; i < mappings.length; i += MAPPINGS_PER_BLOCK) {
    const block = mappings.slice(i, i + MAPPINGS_PER_BLOCK)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

/** Six capital letters, unique for each font of a document. */
function subsetTag(name: string): string {
  return Array.from(name.padStart(6, '0'), (letter) =>
    String.fromCharCode(65 + (letter.charCodeAt(0) % 26)),
  ).join('')
}

// pdfkit writes a primitive string as a PDF name.
function pdfString(text: string): object {
  return Object(text)
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

function hex(number: number): string {
  return number.toString(16).padStart(4, '0')
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
