import { BOUNDARY } from './vocabulary.ts'

/** Deeper than anybody writes. */
const MAX_DEPTH = 200

export class NestedTooDeeply extends Error {}

interface Open {
  readonly name: string
  /** The number of strings in the output before it. */
  readonly start: number
  /** Whether it has content that it needs in order to be kept. */
  full: boolean
}

export type OpenElements = ReturnType<typeof createOpenElements>

/** The output, and the elements that are open in it. An element that ends without content that it needs is removed. */
export function createOpenElements(onEmpty: (name: string) => void) {
  const pieces: string[] = []
  const stack: Open[] = []

  function pop(): void {
    const closed = stack.pop()
    if (!closed) return
    if (closed.full) pieces.push(`</${closed.name}>`)
    else {
      pieces.length = closed.start
      onEmpty(closed.name)
    }
  }

  function popTo(length: number): void {
    while (stack.length > length) pop()
  }

  return {
    nameAt: (at: number) => stack[at]?.name ?? '',
    depth: () => stack.length,
    top: () => stack.at(-1)?.name ?? '',
    push(name: string, tag: string): void {
      if (stack.length >= MAX_DEPTH) throw new NestedTooDeeply()
      stack.push({ name, start: pieces.length, full: name !== 'picture' })
      pieces.push(tag)
    },
    pop,
    popTo,
    /** The index of the innermost open element of that name that a tag can reach from here; -1 if there is none. */
    reach(name: string): number {
      for (let at = stack.length - 1; at >= 0; at--) {
        const open = stack[at]?.name ?? ''
        if (open === name) return at
        if (BOUNDARY.has(open)) return -1
      }
      return -1
    },
    write: (text: string) => void pieces.push(text),
    /** Every open element has an image now. */
    fill(): void {
      for (const open of stack) open.full = true
    },
    finish(): string {
      popTo(0)
      return pieces.join('')
    },
  }
}
