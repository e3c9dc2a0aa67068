import { createTableBalance } from './balance-tables.ts'
import { createOpenElements, type OpenElements } from './open-elements.ts'
import {
  CLOSES_PARAGRAPH,
  HEADING,
  IMPLIED_END,
  RUBY_PART,
  SPECIAL,
  TABLE_PART,
  TABLE_STRUCTURE,
  VOID,
} from './vocabulary.ts'

export type Balance = ReturnType<typeof createBalance>

/**
 * Writes elements so that a browser builds the same tree: elements that a browser would close implicitly are closed,
 * and elements that it would move are put into a table cell or removed. Each step costs at most the maximum depth.
 */
export function createBalance(onEmpty: (name: string) => void) {
  const open = createOpenElements(onEmpty)
  const tables = createTableBalance(open)

  return {
    /** False: a table part outside a table. */
    open(name: string, tag: string): boolean {
      if (TABLE_PART.has(name)) {
        if (!tables.placePart(name)) return false
      } else {
        tables.placeInCell()
        closeBefore(open, name)
      }
      if (VOID.has(name)) {
        if (name === 'img') open.fill()
        open.write(tag)
      } else open.push(name, tag)
      return true
    },
    close(name: string): void {
      const at = TABLE_PART.has(name) || name === 'table' ? tables.reachPart(name) : open.reach(name)
      if (at !== -1) open.popTo(at)
    },
    text(text: string): void {
      if (TABLE_STRUCTURE.has(open.top()) && /[^\t\n\f\r ]/.test(text)) tables.placeInCell()
      open.write(text)
    },
    finish: open.finish,
  }
}

/** Closes what a browser closes implicitly where this element begins. */
function closeBefore(open: OpenElements, name: string): void {
  if (name === 'li') closeItem(open, ['li'])
  if (name === 'dt' || name === 'dd') closeItem(open, ['dt', 'dd'])
  if (CLOSES_PARAGRAPH.has(name)) closeOpen(open, 'p')
  if (HEADING.has(name) && HEADING.has(open.top())) open.pop()
  if (name === 'a') closeOpen(open, 'a')
  if (RUBY_PART.has(name)) closeAnnotation(open, name)
}

/** An item ends where its neighbour begins. */
function closeItem(open: OpenElements, names: readonly string[]): void {
  for (let at = open.depth() - 1; at >= 0; at--) {
    const name = open.nameAt(at)
    if (names.includes(name)) {
      open.popTo(at)
      return
    }
    if (SPECIAL.has(name)) return
  }
}

function closeOpen(open: OpenElements, name: string): void {
  const at = open.reach(name)
  if (at !== -1) open.popTo(at)
}

/** Closes the elements that a ruby annotation closes implicitly. */
function closeAnnotation(open: OpenElements, next: string): void {
  const staysIn = next === 'rt' || next === 'rp' ? 'rtc' : ''
  if (open.reach('ruby') === -1) return
  while (IMPLIED_END.has(open.top()) && open.top() !== staysIn) open.pop()
}
