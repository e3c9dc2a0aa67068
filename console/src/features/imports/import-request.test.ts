import { expect, test } from 'vitest'
import { checkRequest, importRequest } from './import-request.ts'

const choices = {
  file: new File(['<rss/>'], 'blog.xml'),
  kind: 'wordpress',
  fetches: true,
  updates: true,
} as const

const textsOf = (body: FormData) => [...body].filter(([name]) => name !== 'file')

test('a check sends no mappings', () => {
  expect(textsOf(checkRequest(choices))).toEqual([
    ['kind', 'wordpress'],
    ['media', 'fetch'],
    ['dry_run', '1'],
  ])
})

test('an import sends the names that are mapped, one in each line', () => {
  const names = { authors: { ada: ' Ada ', bob: 'bob2', eve: ' ' }, categories: { 'Food/Bread': 'Baking' } }
  expect(textsOf(importRequest({ ...choices, fetches: false }, names))).toEqual([
    ['kind', 'wordpress'],
    ['media', 'skip'],
    ['dry_run', '0'],
    ['authors', 'ada=Ada\nbob=bob2'],
    ['categories', 'Food/Bread=Baking'],
  ])
})

test('only a folder of Markdown is updated', () => {
  const folder = { ...choices, kind: 'markdown' } as const
  const updateIn = (body: FormData) => body.get('update')
  expect(updateIn(checkRequest(folder))).toBe('1')
  expect(updateIn(importRequest(folder, { authors: {}, categories: {} }))).toBe('1')
  expect(updateIn(checkRequest({ ...folder, updates: false }))).toBeNull()
  expect(updateIn(checkRequest(choices))).toBeNull()
})

test('an import without mapped names sends none', () => {
  const body = importRequest(choices, { authors: { eve: '' }, categories: {} })
  expect([...body.keys()]).toEqual(['kind', 'media', 'dry_run', 'file'])
})

test('the file keeps its name', () => {
  const sent = checkRequest(choices).get('file')
  expect(sent instanceof File && sent.name).toBe('blog.xml')
})
