import type { Node as ModelNode } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export interface Place {
  readonly from: number
  readonly to: number
}

interface Search {
  readonly term: string
  readonly matchCase: boolean
  readonly current: number
}

export const findKey = new PluginKey<Search>('find')
export const NO_SEARCH: Search = { term: '', matchCase: false, current: 0 }

/** Finds a term within a paragraph, across marks such as bold and links. */
export function placesOf(doc: ModelNode, term: string, matchCase: boolean): readonly Place[] {
  if (term === '') return []
  const fold = matchCase ? (text: string) => text : inLowerCase
  const wanted = fold(term)
  const places: Place[] = []
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    // One character replaces each inline node, so that offsets match the document.
    const text = fold(node.textBetween(0, node.content.size, undefined, '\ufffc'))
    for (let found = text.indexOf(wanted); found >= 0; found = text.indexOf(wanted, found + wanted.length))
      places.push({ from: at + 1 + found, to: at + 1 + found + wanted.length })
    return false
  })
  return places
}

/** Keeps the length, so that offsets match: İ has two characters in lower case. */
function inLowerCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}

/** Replaces what is at these places, given in order. The new text looks like the old one. */
export function replacePlaces(
  transaction: Transaction,
  places: readonly Place[],
  replacement: string,
): Transaction {
  // From the end, so that the other places stay where they are.
  for (const { from, to } of places.toReversed()) {
    const { doc } = transaction
    const marks = doc.resolve(from).marksAcross(doc.resolve(to)) ?? []
    if (replacement === '') transaction.delete(from, to)
    else transaction.replaceWith(from, to, doc.type.schema.text(replacement, marks))
  }
  return transaction
}

/** Marks what is searched for. */
export function findPlugin(): Plugin<Search> {
  return new Plugin({
    key: findKey,
    state: {
      init: () => NO_SEARCH,
      apply: (transaction, before) => transaction.getMeta(findKey) ?? before,
    },
    props: {
      decorations(state) {
        const { term, matchCase, current } = findKey.getState(state) ?? NO_SEARCH
        if (term === '') return null
        const places = placesOf(state.doc, term, matchCase)
        return DecorationSet.create(
          state.doc,
          places.map(({ from, to }, n) =>
            Decoration.inline(from, to, { class: n === current ? 'found found-current' : 'found' }),
          ),
        )
      },
    },
  })
}
