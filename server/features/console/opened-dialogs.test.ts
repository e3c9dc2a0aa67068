import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openedOn } from '../../test/console-dialogs.ts'

const root = new URL('../../../console/src/', import.meta.url)

/** Others fill them with their own words. They are looked at where those are, and the menu of a row once. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['ui/confirm.tsx', 'useConfirm('],
  ['ui/dialog.tsx', '<Dialog'],
  ['ui/form-drawer.tsx', '<FormDrawer'],
  ['ui/question.tsx', '<Question'],
  ['ui/shown-once.tsx', '<ShownOnce'],
])
/** The components of the libraries that lie over the page. Lists of choices are their own part, and looked at once. */
const LIBRARY =
  /<(Modal|Drawer|Menu|Popover|HoverCard|BubbleMenu|RichTextEditor\.Link)\b|role="(dialog|menu|listbox)"/

function opensSomething(path: string): boolean {
  if (SHARED.has(path)) return false
  // A type argument looks like the beginning of an element.
  const source = readFileSync(new URL(path, root), 'utf8').replace(/\w<\w+/g, '')
  return LIBRARY.test(source) || [...SHARED.values()].some((use) => source.includes(use))
}

const looked = new Set([...openedOn.values()].flat().map(({ of }) => of))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.tsx?$/.test(path),
)

test('every file of the console that opens a dialog, drawer, menu or question is looked at with axe-core', () => {
  const missing = sources.filter((path) => opensSomething(path) && !looked.has(path)).sort()
  expect(missing, 'add an entry for each to server/test/console-dialogs.ts').toEqual([])
})

test('every file that is named there exists', () => {
  expect([...looked].filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})
