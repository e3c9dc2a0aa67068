import { readFile, stat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { writeBytes } from '../pieces.ts'
import type { FileRefusal, Refused } from '../refusals.ts'
import { isTooComplex, type SvgElement, serialiseSvg } from './tree.ts'
import { localTargets, safeReference, safeStyle, safeValue } from './values.ts'
import {
  ANIMATION_ELEMENTS,
  ATTRIBUTES,
  ELEMENTS,
  TEXT_ELEMENTS,
  TRANSPARENT_ELEMENTS,
} from './vocabulary.ts'

export interface SanitisedSvg {
  svg: string
  /** The size that the SVG declares; undefined if the page decides. */
  width: number | undefined
  height: number | undefined
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

const SVG_MAX_BYTES = 4 * 1024 * 1024
const ELEMENTS_MAX = 20_000
const DEPTH_MAX = 100
/** The parser compares each attribute of an element with all others. No real drawing has this many. */
const ATTRIBUTES_MAX = 250
const ALL_ATTRIBUTES_MAX = 200_000
const SLICE_LENGTH = 16 * 1024

/** Parses strictly, keeps only elements and attributes known to be harmless, and serialises them again. */
export async function sanitiseSvg(source: string): Promise<SanitisedSvg | Refused> {
  if (source.length > SVG_MAX_BYTES) return { refused: 'svg-too-complex' }
  const root = await parse(source)
  if ('refused' in root) return root
  if (isTooComplex(root)) return { refused: 'svg-too-complex' }
  return { svg: serialiseSvg(root), ...dimensions(root) }
}

export async function sanitiseSvgFile(
  file: string,
  outFile: string,
): Promise<{ width: number | undefined; height: number | undefined; size: number } | Refused> {
  if ((await stat(file)).size > SVG_MAX_BYTES) return { refused: 'svg-too-complex' }
  const sanitised = await sanitiseSvg(await readFile(file, 'utf8'))
  if ('refused' in sanitised) return sanitised
  const { svg, width, height } = sanitised
  return { width, height, size: await writeBytes(outFile, svg) }
}

class Unacceptable extends Error {
  readonly refused: FileRefusal

  constructor(refused: FileRefusal) {
    super(refused)
    this.refused = refused
  }
}

async function parse(source: string): Promise<SvgElement | Refused> {
  const tree = createTree()
  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    additionalNamespaces: { xlink: XLINK_NAMESPACE },
  })
  parser.on('error', () => tree.stop('damaged-file'))
  // Entities can only be defined between brackets.
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) tree.stop('svg-entities')
  })
  parser.on('attribute', tree.attribute)
  parser.on('opentag', tree.open)
  parser.on('closetag', tree.close)
  parser.on('text', tree.write)
  parser.on('cdata', tree.write)
  try {
    for (let at = 0; at < source.length; at += SLICE_LENGTH) {
      parser.write(source.slice(at, at + SLICE_LENGTH))
      // A large drawing takes a while, so other requests get a turn in between.
      await nextTurn()
    }
    parser.close()
  } catch (error) {
    if (error instanceof Unacceptable) return { refused: error.refused }
    throw error
  }
  return tree.root() ?? { refused: 'damaged-file' }
}

function createTree() {
  let root: SvgElement | undefined
  let count = 0
  /** Attributes of the current tag, and of the whole file. */
  let attributes = 0
  let allAttributes = 0
  // One entry per open tag. Undefined: removed, with its content.
  const open: (SvgElement | undefined)[] = []

  return {
    root: () => root,
    stop(refused: FileRefusal): never {
      throw new Unacceptable(refused)
    },
    attribute() {
      attributes += 1
      allAttributes += 1
      if (attributes > ATTRIBUTES_MAX || allAttributes > ALL_ATTRIBUTES_MAX)
        throw new Unacceptable('svg-too-complex')
    },
    open(tag: SaxesTagNS) {
      count += 1
      attributes = 0
      if (count > ELEMENTS_MAX || open.length >= DEPTH_MAX) throw new Unacceptable('svg-too-complex')
      const parent = open.at(-1)
      if (open.length === 0) {
        root = keptElement(tag)
        if (root?.name !== 'svg') throw new Unacceptable('damaged-file')
        open.push(root)
      } else if (parent && isOfSvg(tag) && TRANSPARENT_ELEMENTS.has(tag.local)) {
        open.push(parent)
      } else {
        const element = parent && keptElement(tag)
        if (element) parent.children.push(element)
        open.push(element)
      }
    },
    close() {
      const element = open.pop()
      if (element?.name === 'style') element.text = safeStyle(element.text) ?? ''
    },
    write(text: string) {
      const element = open.at(-1)
      if (!element || !TEXT_ELEMENTS.has(element.name)) return
      if (element.name === 'style') element.text += text
      else element.children.push(text)
    },
  }
}

/** A drawing copied from a page often declares no namespace. */
function isOfSvg(tag: SaxesTagNS): boolean {
  return tag.uri === SVG_NAMESPACE || tag.uri === ''
}

function keptElement(tag: SaxesTagNS): SvgElement | undefined {
  if (!isOfSvg(tag) || !ELEMENTS.has(tag.local)) return undefined
  const attributes = new Map<string, string>()
  const targets: string[] = []
  for (const { prefix, local, uri, value } of Object.values(tag.attributes)) {
    const name = attributeName(prefix, local, uri)
    const kept = name && keptValue(tag.local, name, value)
    if (!name || kept === undefined) continue
    attributes.set(name, kept)
    for (const target of localTargets(name, kept)) targets.push(target)
  }
  if (ANIMATION_ELEMENTS.has(tag.local) && animatesReference(attributes)) return undefined
  return { name: tag.local, attributes, children: [], text: '', targets }
}

function attributeName(prefix: string, local: string, uri: string): string | undefined {
  if (local === 'href' && (uri === '' || uri === XLINK_NAMESPACE)) return 'href'
  if (uri === XML_NAMESPACE) return `xml:${local}`
  return prefix === '' ? local : undefined
}

function keptValue(element: string, name: string, value: string): string | undefined {
  if (name === 'href') return safeReference(value, element === 'image')
  if (name === 'style') return safeStyle(value)
  const isKnown = ATTRIBUTES.has(name) || /^aria-[a-z]+$/.test(name)
  return isKnown ? safeValue(value) : undefined
}

/** An animation could change a harmless reference to any other one. */
function animatesReference(attributes: Map<string, string>): boolean {
  const animated = attributes.get('attributeName')?.trim().toLowerCase() ?? ''
  return /href|^on|^style$|^class$|^id$/.test(animated)
}

function dimensions(root: SvgElement): Pick<SanitisedSvg, 'width' | 'height'> {
  const box = (root.attributes.get('viewBox') ?? '').trim().split(/[\s,]+/)
  return {
    width: pixels(root.attributes.get('width')) ?? pixels(box[2]),
    height: pixels(root.attributes.get('height')) ?? pixels(box[3]),
  }
}

function pixels(length: string | undefined): number | undefined {
  const number = /^\s*(\d{1,7}(?:\.\d{1,10})?)(?:px)?\s*$/.exec(length ?? '')?.[1]
  return number === undefined ? undefined : Math.round(Number(number)) || undefined
}
