import type { ResolvedPos } from '@tiptap/pm/model'
import { Selection, type Transaction } from '@tiptap/pm/state'

/** Where the picture ends that the cursor is in, with the gallery around it. */
function endOfPicture($at: ResolvedPos): number | undefined {
  for (let depth = 1; depth <= $at.depth; depth++)
    if (['gallery', 'picture'].includes($at.node(depth).type.name)) return $at.after(depth)
  return undefined
}

/** Moves the cursor from the caption of a picture that was just inserted to the text below it. */
export function goBelowPicture(tr: Transaction): boolean {
  const end = endOfPicture(tr.selection.$from)
  if (end === undefined) return true
  if (!tr.doc.nodeAt(end)?.isTextblock) addParagraph(tr, end)
  tr.setSelection(Selection.near(tr.doc.resolve(end), 1))
  return true
}

/** A new paragraph below the picture, as Enter makes elsewhere. False if the cursor is in no caption. */
export function addLineBelowPicture(tr: Transaction): boolean {
  const end = endOfPicture(tr.selection.$from)
  if (end === undefined) return false
  const next = tr.doc.nodeAt(end)
  if (!next?.isTextblock || next.content.size > 0) addParagraph(tr, end)
  tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView()
  return true
}

function addParagraph(tr: Transaction, at: number): void {
  const paragraph = tr.doc.type.schema.nodes.paragraph?.create()
  if (paragraph) tr.insert(at, paragraph)
}
