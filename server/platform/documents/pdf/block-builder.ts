import type { Block, Frame, TableCell, TextBlock } from './block.ts'
import type { Leave } from './html-elements.ts'
import { createInlines } from './inlines.ts'
import { type InlineStyle, PLAIN } from './lines.ts'

const MAX_TEXT_LENGTH = 8_192
// Deeper levels are not indented further, so that there is room for the text.
const MAX_DEPTH = 8

type Framed = Pick<Block, 'frame' | 'marker'>

export type BlockBuilder = ReturnType<typeof createBlockBuilder>

/** Collects blocks while elements are entered and left. Each `in…` enters one and returns how to leave it. */
export function createBlockBuilder() {
  const inlines = createInlines()
  let blocks: Block[] = []
  let style = PLAIN
  let role: TextBlock['role'] = 'paragraph'
  let frame: Frame = []
  let marker: string | undefined
  let continued = false
  let code: string | undefined
  let isInCell = false
  let silence = 0

  function add(make: (framed: Framed) => Block): void {
    blocks.push(make({ frame, marker }))
    marker = undefined
  }

  function endText(): void {
    if (isInCell) {
      inlines.endLine(style)
      return
    }
    const content = inlines.take()
    if (content.length > 0) add((framed) => ({ kind: 'text', role, inlines: content, continued, ...framed }))
    continued = false
  }

  return {
    add,
    endText,
    addText(text: string): void {
      if (silence > 0) return
      if (code !== undefined) {
        code += text
        return
      }
      inlines.add(text, style)
      if (inlines.length() > MAX_TEXT_LENGTH && !isInCell) {
        endText()
        continued = true
      }
    },
    addBreak(): void {
      if (code !== undefined) code += '\n'
      else if (silence === 0) inlines.addBreak(style)
    },
    /** Whether only text is expected, or none at all, so that there are no pictures and rules. */
    isPlain: () => code !== undefined || silence > 0,
    isInCode: () => code !== undefined,
    isInCell: () => isInCell,
    /** The bullet or number of the next block. */
    mark(next: string | undefined): void {
      marker = next
    },
    isAtMarker: () => marker !== undefined && inlines.length() === 0,
    inBlock(): Leave {
      endText()
      return endText
    },
    inRole(inner: TextBlock['role']): Leave {
      endText()
      const outer = role
      role = inner
      return () => {
        endText()
        role = outer
      }
    },
    inFrame(kind: 'list' | 'quote'): Leave {
      endText()
      const outer = frame
      if (frame.length < MAX_DEPTH) frame = [...frame, kind]
      return () => {
        endText()
        frame = outer
      }
    },
    inStyle(change: Partial<InlineStyle>): Leave {
      const outer = style
      style = { ...style, ...change }
      return () => {
        style = outer
      }
    },
    inSilence(): Leave {
      silence++
      return () => {
        silence--
      }
    },
    inCode(): Leave {
      endText()
      code = ''
      return () => {
        const text = (code ?? '').replace(/\r\n?/g, '\n').replace(/^\n|\n$/g, '')
        code = undefined
        if (text.trim() !== '') add((framed) => ({ kind: 'code', text, ...framed }))
      }
    },
    /** The text goes into a cell of a table, in lines. */
    inCell(end: (inlines: TableCell['inlines']) => void): Leave {
      endText()
      isInCell = true
      return () => {
        end(inlines.take())
        isInCell = false
      }
    },
    take(): Block[] {
      const taken = blocks
      blocks = []
      return taken
    },
  }
}
