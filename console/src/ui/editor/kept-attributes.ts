import { Extension } from '@tiptap/core'

/** Attributes that the nodes and marks handle themselves, by tag. */
const OWN: Readonly<Record<string, ReadonlySet<string>>> = {
  a: new Set(['href', 'target', 'rel']),
  ol: new Set(['start', 'type']),
  th: new Set(['colspan', 'rowspan', 'colwidth']),
  td: new Set(['colspan', 'rowspan', 'colwidth']),
  img: new Set(['src', 'alt', 'width', 'height']),
}
const NONE: ReadonlySet<string> = new Set()

/** All other attributes: classes, ids, languages, data for themes. */
export function otherAttributes(element: Element): Readonly<Record<string, string>> | null {
  const own = OWN[element.localName] ?? NONE
  const others = [...element.attributes].filter(({ name }) => !own.has(name) && !name.startsWith('data-pm'))
  return others.length === 0 ? null : Object.fromEntries(others.map(({ name, value }) => [name, value]))
}

const TYPES = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'codeBlock',
  'horizontalRule',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'box',
  'image',
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'link',
  'inlineTag',
]

/** Keeps attributes that the editor has no control for. */
export const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes() {
    return [
      {
        types: TYPES,
        attributes: {
          kept: {
            default: null,
            // The second half of a split paragraph must not repeat an id.
            keepOnSplit: false,
            parseHTML: otherAttributes,
            renderHTML: ({ kept }) => kept ?? {},
          },
        },
      },
    ]
  },
})
