import { Schema } from '@tiptap/pm/model'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { insertFile, linkText, needsSpace } from './inserted-file.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'text*' },
    codeBlock: { group: 'block', content: 'text*', marks: '' },
    picture: { group: 'block', attrs: { src: {}, alt: {}, width: {}, height: {} } },
    text: {},
  },
  marks: { link: { attrs: { href: {} } } },
})
const report = {
  url: '/uploads/r.pdf',
  type: 'document',
  name: 'Report.pdf',
  sizeBytes: 1_258_291,
  alt: '',
} as const

/** The text after the files are put at a place of it, as `type(content)`. */
function after(type: 'paragraph' | 'codeBlock', text: string, at: number, files: readonly object[]) {
  const block = schema.node(type, null, text === '' ? [] : [schema.text(text)])
  const doc = schema.node('doc', null, [block])
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, at) })
  const tr = state.tr
  for (const file of files) insertFile(tr, tr.mapping.map(at), { ...report, ...file })
  return { tr, text: tr.doc.toString() }
}

test('a link stands in the line, and what is typed next is not part of it', () => {
  const { tr, text } = after('paragraph', 'See below', 4, [{}])
  expect(text).toBe('doc(paragraph("See ", link("Report.pdf (1.2 MB)"), " below"))')
  expect(tr.storedMarks).toEqual([])
})

test('links to several files are kept apart', () => {
  const { text } = after('paragraph', '', 1, [{}, { name: '数据.zip', sizeBytes: 12 }])
  expect(text).toBe('doc(paragraph(link("Report.pdf (1.2 MB)"), " ", link("数据.zip (12 B)")))')
})

test('a link to a file stands below code, which has no links', () => {
  const { text } = after('codeBlock', 'let a', 3, [{}])
  expect(text).toBe('doc(codeBlock("let a"), paragraph(link("Report.pdf (1.2 MB)")))')
})

test('a picture stands between paragraphs', () => {
  const { text } = after('paragraph', 'Text', 3, [{ type: 'image', alt: 'A dot' }])
  expect(text).toBe('doc(paragraph("Text"), picture)')
})

test.each([
  ['', false],
  ['See ', false],
  ['见附件', false],
  ['见附件：', false],
  ['(', false],
  ['See', true],
  ['See:', true],
  ['No. 4', true],
  ['a.pdf (1 B)', true],
])('whether a space follows %j', (before, needs) => expect(needsSpace(before)).toBe(needs))

test('the text of a link has the size of the file', () =>
  expect(linkText({ name: '报告', sizeBytes: 2048 })).toBe('报告 (2.0 KB)'))
