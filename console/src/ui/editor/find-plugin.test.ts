import { Schema } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { placesOf, replacePlaces } from './find-plugin.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: '(text | picture)*' },
    picture: { inline: true },
    text: {},
  },
  marks: { bold: {} },
})
const bold = (text: string) => schema.text(text, [schema.mark('bold')])
const paragraph = (...content: readonly (string | ReturnType<typeof bold>)[]) =>
  schema.node(
    'paragraph',
    null,
    content.map((part) => (typeof part === 'string' ? schema.text(part) : part)),
  )
const docOf = (...paragraphs: readonly ReturnType<typeof paragraph>[]) => schema.node('doc', null, paragraphs)

test.each([
  ['in any case', paragraph('Word, word'), 'WORD', false, ['Word', 'word']],
  ['in this case', paragraph('Word, word'), 'word', true, ['word']],
  ['across marks', paragraph('wo', bold('rd')), 'word', false, ['word']],
  ['after a picture', paragraph('a ', schema.node('picture'), ' word'), 'word', false, ['word']],
  ['after letters that are longer in lower case', paragraph('İİİ word'), 'word', false, ['word']],
  ['of letters that are longer in lower case', paragraph('a İzmir'), 'İzmir', false, ['İzmir']],
  ['without overlap', paragraph('aaa'), 'aa', false, ['aa']],
  ['not at all without a term', paragraph('word'), '', false, []],
] as const)('finds a term %s', (_, content, term, matchCase, expected) => {
  const doc = docOf(content)
  const found = placesOf(doc, term, matchCase)
  expect(found.map(({ from, to }) => doc.textBetween(from, to))).toEqual(expected)
})

test('does not find a term across paragraphs', () => {
  expect(placesOf(docOf(paragraph('wo'), paragraph('rd')), 'word', false)).toEqual([])
})

test.each([
  ['by a longer text', 'things', 'things, then more things'],
  ['by nothing', '', ', then more '],
])('replaces every place %s', (_, replacement, expected) => {
  const { doc, tr } = EditorState.create({ doc: docOf(paragraph('word, then more word')) })
  expect(replacePlaces(tr, placesOf(doc, 'word', false), replacement).doc.textContent).toBe(expected)
})

test('keeps the marks of what is replaced', () => {
  const { doc, tr } = EditorState.create({ doc: docOf(paragraph('a ', bold('word'))) })
  expect(
    replacePlaces(tr, placesOf(doc, 'word', false), 'thing')
      .doc.child(0)
      .eq(paragraph('a ', bold('thing'))),
  ).toBe(true)
})
