import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PdfFile } from './file.ts'
import { embedFont, type PdfFont } from './font.ts'
import fontFiles from './fonts.json' with { type: 'json' }

const require = createRequire(import.meta.url)

type FontName = keyof typeof fontFiles

/** Replaces each character that no font has. */
const UNKNOWN = '□'

const IGNORABLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
const LINE_END = /\r\n?|[\u2028\u2029]/g
const SOFT_HYPHEN = /\u00ad/g

// Half as wide in Western text as in Chinese text: the neighbouring characters decide.
const SHARED_PUNCTUATION = new Set('“”‘’…—·')

// Ideographs, kana and their punctuation; surrogates too, for the rarer ideographs.
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\ud840-\ud8bf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/

interface FaceStyle {
  readonly mono: boolean
  readonly bold: boolean
  readonly italic: boolean
}

export interface Face {
  readonly font: PdfFont
  readonly slanted: boolean
}

interface ShownWith {
  readonly face: Face
  /** For a size of 1. */
  readonly width: number
}

/** Chooses the typeface of the character at a position. */
type Chain = (text: string, at: number) => ShownWith

export interface Typefaces {
  /** The text with only characters that can be shown. Keeps line breaks. */
  printable(text: string): string
  chain(style: FaceStyle): Chain
  end(): Promise<void>
}

export async function loadTypefaces(pdf: PdfFile): Promise<Typefaces> {
  const names = Object.keys(fontFiles) as FontName[]
  const fonts = new Map<FontName, PdfFont>()
  for (const [i, name] of names.entries())
    fonts.set(name, embedFont(pdf, `F${i + 1}`, await readFile(pathOf(name))))
  const chains = new Map<string, Chain>()
  const graphemes = new Intl.Segmenter()
  const known = new Map<number, boolean>()

  function face(name: FontName, slanted: boolean): Face {
    const font = fonts.get(name)
    if (!font) throw new Error(`no font ${name}`)
    return { font, slanted }
  }

  function chain(style: FaceStyle): Chain {
    const { mono, bold, italic } = style
    const key = `${mono} ${bold} ${italic}`
    const made = chains.get(key) ?? createChain(style, face)
    chains.set(key, made)
    return made
  }

  function covers(codePoint: number): boolean {
    const answer = known.get(codePoint)
    if (answer !== undefined) return answer
    const covered = codePoint === 0x0a || [...fonts.values()].some((font) => font.covers(codePoint))
    known.set(codePoint, covered)
    return covered
  }

  function canShow(text: string): boolean {
    for (const character of text) if (!covers(codePointOf(character))) return false
    return true
  }

  function printable(text: string): string {
    const composed = text
      .normalize('NFC')
      .replace(LINE_END, '\n')
      .replaceAll('\t', ' ')
      .replace(SOFT_HYPHEN, '')
    if (canShow(composed)) return composed
    return Array.from(graphemes.segment(composed), ({ segment }) => shownSign(segment)).join('')
  }

  // A character may consist of several code points, some of them invisible.
  function shownSign(sign: string): string {
    if (canShow(sign)) return sign
    const visible = sign.replace(IGNORABLE, '')
    return canShow(visible) ? visible : UNKNOWN
  }

  return {
    printable,
    chain,
    async end() {
      for (const font of fonts.values()) await font.end()
    },
  }
}

/** The build copies the fonts next to the program. From the sources they are in their packages. */
function pathOf(name: FontName): string {
  const beside = fileURLToPath(new URL(`fonts/${basename(fontFiles[name])}`, import.meta.url))
  return existsSync(beside) ? beside : require.resolve(fontFiles[name])
}

function createChain(
  { mono, bold, italic }: FaceStyle,
  face: (name: FontName, slanted: boolean) => Face,
): Chain {
  // The CJK and monospace fonts have no italics.
  const sans = face(italic ? (bold ? 'sansBoldItalic' : 'sansItalic') : bold ? 'sansBold' : 'sans', false)
  const fixed = face(bold ? 'monoBold' : 'mono', italic)
  const wide = face(bold ? 'wideBold' : 'wide', italic)
  const first = mono ? fixed : sans
  const faces = [first, wide, mono ? sans : fixed]
  const found = new Map<number, ShownWith>()
  const foundWide = new Map<number, ShownWith>()

  return (text, at) => {
    const codePoint = text.codePointAt(at) ?? 0
    const isWide = !mono && SHARED_PUNCTUATION.has(text.charAt(at)) && standsBesideWide(text, at)
    const cache = isWide ? foundWide : found
    const cached = cache.get(codePoint)
    if (cached) return cached
    const chosen = isWide ? wide : (faces.find(({ font }) => font.covers(codePoint)) ?? first)
    const shownWith = { face: chosen, width: chosen.font.widthOf(String.fromCodePoint(codePoint)) }
    cache.set(codePoint, shownWith)
    return shownWith
  }
}

function standsBesideWide(text: string, at: number): boolean {
  return WIDE.test(neighbour(text, at, -1)) || WIDE.test(neighbour(text, at, 1))
}

function neighbour(text: string, at: number, step: 1 | -1): string {
  let i = at + step
  while (SHARED_PUNCTUATION.has(text.charAt(i))) i += step
  return text.charAt(i)
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
