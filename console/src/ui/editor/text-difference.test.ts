import { Schema } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { differenceOf } from './text-difference.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'text*' },
    picture: { group: 'block', content: 'text*', isolating: true, attrs: { alt: { default: '' } } },
    text: {},
  },
})
const text = (letters: string) => (letters === '' ? [] : [schema.text(letters)])
const p = (letters: string) => schema.node('paragraph', {}, text(letters))
const picture = (alt: string, caption: string) => schema.node('picture', { alt }, text(caption))
const doc = (...blocks: ReturnType<typeof p>[]) => schema.node('doc', {}, blocks)

const pairs = {
  'a letter more': [doc(p('one'), p('two')), doc(p('one'), p('twoo'))],
  'the same letter twice': [doc(picture('x', 'Very smal')), doc(picture('x', 'Very small'))],
  'a caption and a block behind it': [
    doc(p('a'), picture('x', 'Very small'), p('b')),
    doc(p('a'), picture('x', 'Very smal'), picture('y', ''), p('b')),
  ],
  'a description and a caption': [doc(picture('x', 'abc'), p('b')), doc(picture('y', 'abd'), p('b'))],
  'blocks gone': [doc(p('a'), p('b'), p('c')), doc(p('a'), p('c'))],
  'blocks come': [doc(p('a')), doc(p('a'), p('a'), p('a'))],
  everything: [doc(p('a')), doc(picture('z', 'new'))],
} as const

test.for(Object.entries(pairs))('replacing the part that differs gives the other text: %s', ([, pair]) => {
  for (const [before, after] of [pair, [...pair].reverse() as unknown as typeof pair]) {
    const part = differenceOf(before, after)
    if (!part) throw new Error('they do not differ')
    const { tr } = EditorState.create({ doc: before })
    expect(tr.replace(part.from, part.to, after.slice(part.from, part.end)).doc.toJSON()).toEqual(
      after.toJSON(),
    )
  }
})

test('equal texts have no difference, and for a changed letter only that letter is replaced', () => {
  expect(differenceOf(doc(p('a')), doc(p('a')))).toBeUndefined()
  expect(differenceOf(doc(p('one'), p('two')), doc(p('one'), p('twoo')))).toEqual({ from: 9, to: 9, end: 10 })
})
