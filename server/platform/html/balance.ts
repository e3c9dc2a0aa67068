import {
  BOUNDARY,
  CLOSES_PARAGRAPH,
  HEADING,
  IMPLIED_END,
  RUBY_PART,
  SPECIAL,
  TABLE_PART,
  TABLE_SECTION,
  TABLE_STRUCTURE,
  VOID,
} from './vocabulary.ts'

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

export type Balance = ReturnType<typeof createBalance>

/**
 * Writes elements so that a browser builds the same tree: elements that a browser would close implicitly are closed,
 * and elements that it would move are put into a table cell or removed. Each step costs at most the maximum depth.
 */
export function createBalance(onEmpty: (name: string) => void) {
  const pieces: string[] = []
  const stack: Open[] = []

  const top = () => stack.at(-1)?.name ?? ''

  function push(name: string, tag: string): void {
    if (stack.length >= MAX_DEPTH) throw new NestedTooDeeply()
    stack.push({ name, start: pieces.length, full: name !== 'picture' })
    pieces.push(tag)
  }

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

  /** The index of the innermost open element of that name that a tag can reach from here; -1 if there is none. */
  function reach(name: string): number {
    for (let at = stack.length - 1; at >= 0; at--) {
      const open = stack[at]?.name ?? ''
      if (open === name) return at
      if (BOUNDARY.has(open)) return -1
    }
    return -1
  }

  function innermostTable(): number {
    for (let at = stack.length - 1; at >= 0; at--) if (stack[at]?.name === 'table') return at
    return -1
  }

  /** Opens and closes elements so that a table part fits here; false if no table is open. */
  function placePart(name: string): boolean {
    const table = innermostTable()
    if (table === -1) return false
    const nameAt = (at: number) => stack[at]?.name ?? ''
    if (name === 'col') {
      if (nameAt(table + 1) === 'colgroup') popTo(table + 2)
      else {
        popTo(table + 1)
        push('colgroup', '<colgroup>')
      }
      return true
    }
    const inRow = name === 'td' || name === 'th'
    if (!inRow && name !== 'tr') {
      popTo(table + 1)
      return true
    }
    if (TABLE_SECTION.has(nameAt(table + 1))) popTo(table + (inRow && nameAt(table + 2) === 'tr' ? 3 : 2))
    else {
      popTo(table + 1)
      push('tbody', '<tbody>')
    }
    if (inRow && top() !== 'tr') push('tr', '<tr>')
    return true
  }

  /** Content of a table outside its cells gets a cell. */
  function placeInCell(): void {
    if (!TABLE_STRUCTURE.has(top())) return
    placePart('td')
    push('td', '<td>')
  }

  /** An item ends where its neighbour begins. */
  function closeItem(names: readonly string[]): void {
    for (let at = stack.length - 1; at >= 0; at--) {
      const name = stack[at]?.name ?? ''
      if (names.includes(name)) {
        popTo(at)
        return
      }
      if (SPECIAL.has(name)) return
    }
  }

  function closeOpen(name: string): void {
    const at = reach(name)
    if (at !== -1) popTo(at)
  }

  /** Closes the elements that a ruby annotation closes implicitly. */
  function closeAnnotation(next: string): void {
    const staysIn = next === 'rt' || next === 'rp' ? 'rtc' : ''
    if (reach('ruby') === -1) return
    while (IMPLIED_END.has(top()) && top() !== staysIn) pop()
  }

  function makeRoom(name: string): void {
    placeInCell()
    if (name === 'li') closeItem(['li'])
    if (name === 'dt' || name === 'dd') closeItem(['dt', 'dd'])
    if (CLOSES_PARAGRAPH.has(name)) closeOpen('p')
    if (HEADING.has(name) && HEADING.has(top())) pop()
    if (name === 'a') closeOpen('a')
    if (RUBY_PART.has(name)) closeAnnotation(name)
  }

  return {
    /** False: a table part outside a table. */
    open(name: string, tag: string): boolean {
      if (TABLE_PART.has(name)) {
        if (!placePart(name)) return false
      } else makeRoom(name)
      if (VOID.has(name)) {
        if (name === 'img') for (const open of stack) open.full = true
        pieces.push(tag)
      } else push(name, tag)
      return true
    },
    close(name: string): void {
      const at = TABLE_PART.has(name) || name === 'table' ? reachPart(name) : reach(name)
      if (at !== -1) popTo(at)
    },
    text(text: string): void {
      if (TABLE_STRUCTURE.has(top())) {
        if (/[^\t\n\f\r ]/.test(text)) placeInCell()
      }
      pieces.push(text)
    },
    finish(): string {
      popTo(0)
      return pieces.join('')
    },
  }

  function reachPart(name: string): number {
    const table = innermostTable()
    if (table === -1 || name === 'table') return table
    for (let at = table + 1; at < stack.length && at <= table + 3; at++)
      if (stack[at]?.name === name) return at
    return -1
  }
}
