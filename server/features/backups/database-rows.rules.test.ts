import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inPortions, isCopied, readCopyLine } from './database-rows.rules.ts'

describe('a line of the COPY format', () => {
  for (const [line, value] of [
    ['plain 中文 😀', 'plain 中文 😀'],
    ['\\N', null],
    ['', ''],
    ['\\\\N', '\\N'],
    ['a\\tb\\nc\\rd', 'a\tb\nc\rd'],
    ['\\\\.', '\\.'],
    ['\\b\\f\\v\\\\', '\b\f\v\\'],
  ] as const)
    test(JSON.stringify(line), () => {
      expect(readCopyLine(`1\t${line}\t2`, ['id', 'text', 'other'])).toEqual({
        id: '1',
        text: value,
        other: '2',
      })
    })
})

test('rows are collected up to a number, and up to a length', async () => {
  const sizes = async (rows: { text: string | null }[]) => {
    const found: number[] = []
    for await (const portion of inPortions(rows)) found.push(portion.length)
    return found
  }
  expect(await sizes([])).toEqual([])
  expect(await sizes(Array.from({ length: 130 }, () => ({ text: null })))).toEqual([64, 64, 2])
  expect(await sizes(Array.from({ length: 3 }, () => ({ text: 'x'.repeat(600_000) })))).toEqual([2, 1])
})

/**
 * The committed schemas. A move to the other engine copies all tables in both of them, so a new table needs nothing. One
 * that only one engine has, or a new type of column, has to be decided on: in `isCopied` and in `whole-tables.ts`.
 */
describe('the tables of both engines', () => {
  const sqlite = tablesOf('sqlite', /^CREATE TABLE (\w+) \(([^;]*)\);$/gm, /autoincrement/)
  const postgres = tablesOf('postgres', /^table (\w+) \(([^;]*)\);$/gm, /identity/)

  test('are the same, except those that are built anew', () => {
    expect(Object.keys(sqlite).length).toBeGreaterThan(60)
    expect(Object.keys(sqlite)).toEqual(Object.keys(postgres))
  })

  test('have the same columns, with types that are copied, and generate the same ids', () => {
    expect(sqlite).toEqual(postgres)
    const types = new Set(Object.values(sqlite).flatMap((columns) => Object.values(columns)))
    expect([...types].sort()).toEqual(['id', 'integer', 'text'])
  })
})

function tablesOf(engine: string, tables: RegExp, id: RegExp): Record<string, Record<string, string>> {
  const schema = readFileSync(new URL(`../../migrations/schema.${engine}.sql`, import.meta.url), 'utf8')
  const found = [...schema.matchAll(tables)].filter(([, table = '']) => isCopied(table))
  const columns = (text: string) =>
    // Columns that a later migration added follow on the same line.
    [...text.matchAll(/(?:^ *|, )([a-z_]+) (integer|bigint|text|[a-z]+)\b([^,\n]*)/gm)]
      .filter(([, name = '', type = '']) => !isNoColumn(name, type))
      .map(([, name, type = '', rest = '']): [string | undefined, string] => [
        name,
        id.test(rest) ? 'id' : type.replace('bigint', 'integer'),
      ])
  return Object.fromEntries(
    found
      .map(([, table, text = '']) => [table, Object.fromEntries(columns(text).sort())])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )
}

/** `position`, `key` and `check` are also names of columns or begin other lines. */
function isNoColumn(name: string, type: string): boolean {
  return (
    ['constraint', 'primary', 'foreign', 'unique', 'check'].includes(name) || ['key', 'in'].includes(type)
  )
}
