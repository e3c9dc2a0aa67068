import { expect, test } from 'vitest'
import { droppedFiles, isOnlyNames } from './transferred-files.ts'

const files = [{ name: 'Report.pdf' }, { name: '报告 2.zip' }]

test.each([
  ['', true],
  ['Report.pdf', true],
  ['Report.pdf\r\n报告 2.zip\r\n', true],
  ['/home/li/Report.pdf', true],
  ['file:///home/li/%E6%8A%A5%E5%91%8A%202.zip', true],
  ['C:\\Users\\li\\Report.pdf', true],
  ['file:///home/li/100%.pdf', false],
  ['Read Report.pdf', false],
  ['https://example.com/Report.pdf', false],
  ['Other.pdf', false],
])('%j beside the files', (text, isOnly) => expect(isOnlyNames(text, files)).toBe(isOnly))

test('folders and text among dropped files are left out', () => {
  const item = (name: string, isDirectory: boolean) => ({
    kind: 'file',
    getAsFile: () => ({ name }) as File,
    webkitGetAsEntry: () => ({ isDirectory }) as FileSystemEntry,
  })
  const text = { kind: 'string', getAsFile: () => null, webkitGetAsEntry: () => null }
  const report = item('Report.pdf', false)
  expect(droppedFiles([report, text])).toEqual({ files: [{ name: 'Report.pdf' }], hasFolder: false })
  expect(droppedFiles([item('Folder', true), report])).toEqual({
    files: [{ name: 'Report.pdf' }],
    hasFolder: true,
  })
})
