import { Parser } from 'htmlparser2'
import { webAddress } from '../web-address.ts'
import type { Block } from './block.ts'
import { type BlockBuilder, createBlockBuilder } from './block-builder.ts'
import {
  type Attributes,
  BLOCKS,
  type Enter,
  elements,
  empty,
  fileName,
  gapAfter,
  HEADINGS,
  integer,
  type Leave,
  nothing,
  PLAYERS,
  STYLES,
  WITHOUT_TEXT,
} from './html-elements.ts'
import { createTables } from './html-tables.ts'

const CHUNK_CHARACTERS = 16_384
// The parser takes quadratic time in the number of open elements, so further ones are closed.
const MAX_OPEN = 1_000
const BULLETS = ['•', '◦', '▪']

/**
 * Converts HTML to blocks, part by part, so that the caller can pause in between. Blocks are flat, and nothing here is
 * recursive, whatever the nesting depth.
 */
export function* readBlocks(html: string, base: string | undefined): Generator<Block[]> {
  const reader = createReader(base)
  for (let at = 0; at < html.length; ) {
    const next = gapAfter(html, at + CHUNK_CHARACTERS)
    yield reader.read(html.slice(at, next))
    at = next
  }
  yield reader.end()
}

function createReader(base: string | undefined) {
  const builder = createBlockBuilder()
  const enter = knownElements(builder, base)
  const open: Leave[] = []

  function openParser(): Parser {
    return new Parser({
      onopentag: (name, attributes) => void open.push(enter.get(name)?.(attributes) ?? nothing),
      ontext: builder.addText,
      onclosetag: () => open.pop()?.(),
    })
  }

  let parser = openParser()

  function endParser(): void {
    parser.end()
    builder.endText()
  }

  return {
    read(html: string): Block[] {
      parser.write(html)
      if (open.length > MAX_OPEN) {
        endParser()
        parser = openParser()
      }
      return builder.take()
    },
    end(): Block[] {
      endParser()
      return builder.take()
    },
  }
}

/** What the start of each element does; other elements are transparent. */
function knownElements(builder: BlockBuilder, base: string | undefined): ReadonlyMap<string, Enter> {
  const { inBlock, inRole, inFrame, inStyle, inSilence } = builder
  const tables = createTables(builder)
  const lists = createLists(builder)

  function inCode(): Leave {
    return tables.isOpen() || builder.isInCode() ? inStyle({ code: true }) : builder.inCode()
  }

  function addPicture({ src, alt }: Attributes): void {
    if (builder.isPlain()) return
    const alternative = (alt ?? '').trim() || fileName(src ?? '')
    if (tables.isOpen() || !src) {
      builder.addText(`[${alternative}]`)
      return
    }
    builder.endText()
    builder.add((framed) => ({ kind: 'picture', source: src, alternative, ...framed }))
  }

  function addRule(): void {
    builder.endText()
    if (!tables.isOpen() && !builder.isPlain()) builder.add((framed) => ({ kind: 'rule', ...framed }))
  }

  function inPlayer({ src, data }: Attributes): Leave {
    const source = src ?? data
    const link = source ? webAddress(source, base) : undefined
    if (link) {
      const leave = inStyle({ link })
      builder.addText(`[${link}]`)
      leave()
    }
    return inSilence()
  }

  return new Map<string, Enter>([
    ...elements(BLOCKS, inBlock),
    ...HEADINGS.map((level): [string, Enter] => [`h${level}`, () => inRole(level)]),
    ...STYLES.flatMap(([names, change]) => elements(names, () => inStyle(change))),
    ...elements(WITHOUT_TEXT, inSilence),
    ...elements(PLAYERS, inPlayer),
    ...elements('caption figcaption', () => inRole('caption')),
    ['a', ({ href }) => inStyle({ link: href ? webAddress(href, base) : undefined })],
    ['blockquote', () => inFrame('quote')],
    ['ul', () => lists.inList(undefined)],
    ['ol', ({ start }) => lists.inList(integer(start, 1))],
    ['li', lists.inItem],
    ['pre', inCode],
    ['table', tables.inTable],
    ['tr', tables.inRow],
    ['td', tables.inCellOf('data')],
    ['th', tables.inCellOf('header')],
    ['img', empty(addPicture)],
    ['hr', empty(addRule)],
    ['br', empty(builder.addBreak)],
    ['input', empty(lists.addCheckbox)],
  ])
}

/** Lists, and the bullets, numbers and checkboxes of their items. */
function createLists(builder: BlockBuilder) {
  const lists: { next: number | undefined }[] = []
  return {
    inList(next: number | undefined): Leave {
      const leave = builder.inFrame('list')
      lists.push({ next })
      return () => {
        leave()
        lists.pop()
      }
    },
    inItem(): Leave {
      builder.endText()
      const list = lists.at(-1)
      if (list?.next === undefined) builder.mark(BULLETS[Math.max(0, lists.length - 1) % BULLETS.length])
      else builder.mark(`${list.next++}.`)
      return () => {
        builder.endText()
        builder.mark(undefined)
      }
    },
    addCheckbox({ type, checked }: Attributes): void {
      if (type !== 'checkbox') return
      const box = checked === undefined ? '[  ]' : '[x]'
      if (builder.isAtMarker()) builder.mark(box)
      else builder.addText(`${box} `)
    },
  }
}
