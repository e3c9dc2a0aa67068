/**
 * Finds parts of markup in one pass. A lazy regular expression would search the rest of the text again for each opening
 * that is never closed: a few megabytes of `<!--` would take half an hour.
 */

export interface HtmlComment {
  readonly index: number
  readonly text: string
}

export function htmlComments(text: string): HtmlComment[] {
  const found: HtmlComment[] = []
  for (let at = text.indexOf('<!--'); at !== -1; ) {
    const close = text.indexOf('-->', at + 4)
    if (close === -1) break
    found.push({ index: at, text: text.slice(at, close + 3) })
    at = text.indexOf('<!--', close + 3)
  }
  return found
}

/** A line break after a comment goes with it. */
export function withoutHtmlComments(text: string): string {
  const kept: string[] = []
  let from = 0
  for (const { index, text: comment } of htmlComments(text)) {
    kept.push(text.slice(from, index))
    from = index + comment.length
    if (text[from] === '\n') from += 1
  }
  kept.push(text.slice(from))
  return kept.join('')
}

type Replace = (opening: RegExpExecArray) => ((inner: string, whole: string) => string) | undefined

/**
 * Replaces elements from an opening tag to the next closing tag. Both expressions are global, and the opening one stops at
 * the next tag. Elements for which `replace` returns nothing are kept, with what is in them.
 */
export function replaceElements(text: string, opening: RegExp, closing: RegExp, replace: Replace): string {
  const open = new RegExp(opening)
  const close = new RegExp(closing)
  const written: string[] = []
  let from = 0
  let end = 0
  let endLength = 0
  for (let found = open.exec(text); found; found = open.exec(text)) {
    const inside = found.index + found[0].length
    if (end < inside) {
      close.lastIndex = inside
      const closed = close.exec(text)
      if (!closed) break
      end = closed.index
      endLength = closed[0].length
    }
    const made = replace(found)
    if (!made) continue
    const after = end + endLength
    written.push(text.slice(from, found.index), made(text.slice(inside, end), text.slice(found.index, after)))
    from = after
    open.lastIndex = after
  }
  written.push(text.slice(from))
  return written.join('')
}
