import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Column, cellText, type Row } from './cells.ts'
import { csvDocument } from './csv.ts'

const columns: Column[] = [
  { key: 'id', title: 'ID', kind: 'integer' },
  { key: 'name', title: '名称', kind: 'text' },
  { key: 'at', title: 'At', kind: 'datetime' },
]

test('has a byte order mark, a header, and ends every line with CRLF', async () => {
  const rows = [{ id: 1, name: '甲', at: '2026-02-03 10:11:12' }]
  const csv = Buffer.concat(await csvDocument({ columns, rows }).toArray())
  expect(csv.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(csv.subarray(3).toString()).toBe('ID,名称,At\r\n1,甲,2026-02-03 10:11:12\r\n')
})

test('has only a header if there are no rows', async () => {
  expect(await text(csvDocument({ columns, rows: [] }))).toBe('ID,名称,At\r\n')
})

const cells = [
  ['a comma', 'a,b', '"a,b"'],
  ['a quote', 'a"b', '"a""b"'],
  ['a line end', 'a\r\nb', '"a\r\nb"'],
  ['a semicolon', 'a;=b', '"a;=b"'],
  ['white space around it', ' a ', '" a "'],
  ['a formula', '=1,2', `"'=1,2"`],
  ['nothing', null, ''],
] as const
for (const [what, value, expected] of cells)
  test(`writes a cell with ${what}`, async () => {
    const csv = await text(
      csvDocument({ columns: [{ key: 'a', title: 'A', kind: 'text' }], rows: [{ a: value }] }),
    )
    expect(csv).toBe(`A\r\n${expected}\r\n`)
  })

test('keeps a negative number as a number', async () => {
  const csv = await text(
    csvDocument({ columns: [{ key: 'a', title: 'A', kind: 'integer' }], rows: [{ a: -5 }] }),
  )
  expect(csv).toBe('A\r\n-5\r\n')
})

test('any text can be read back', async () => {
  const column: Column[] = [
    { key: 'a', title: 'A', kind: 'text' },
    { key: 'b', title: 'B', kind: 'text' },
  ]
  const value = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', '=', '中', ';', "'") })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value)), async (pairs) => {
      const csv = await text(csvDocument({ columns: column, rows: pairs.map(([a, b]) => ({ a, b })) }))
      expect(parse(csv)).toEqual([['A', 'B'], ...pairs.map((pair) => pair.map(cellText))])
    }),
  )
})

test('reading rows stops when the client disconnects', async () => {
  let ended = false
  let given = 0
  async function* endless(): AsyncGenerator<Row> {
    try {
      for (;;) yield { id: ++given, name: 'x'.repeat(100), at: null }
    } finally {
      ended = true
    }
  }
  const csv = csvDocument({ columns, rows: endless() })
  for (let bytes = 0; bytes < 50_000; ) {
    await once(csv, 'readable')
    for (let chunk = csv.read(); chunk; chunk = csv.read()) bytes += chunk.length
  }
  csv.destroy()
  await once(csv, 'close')
  expect(ended).toBe(true)
  expect(given).toBeLessThan(5_000)
})

test('rows are read only as fast as the client reads', async () => {
  let given = 0
  function* endless(): Generator<Row> {
    for (;;) yield { id: ++given, name: 'x'.repeat(100), at: null }
  }
  const csv = csvDocument({ columns, rows: endless() })
  await once(csv, 'readable')
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  const before = given
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(given).toBe(before)
  csv.destroy()
})

test('a discarded document reads no more rows, and causes no error', async () => {
  let given = 0
  async function* counted(): AsyncGenerator<Row> {
    for (;;) yield { id: ++given, name: 'x'.repeat(100), at: null }
  }
  const csv = csvDocument({ columns, rows: counted() })
  await once(csv, 'readable')
  csv.destroy()
  await once(csv, 'close')
  const before = given
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(given).toBe(before)
})

test('an error while reading rows is an error of the document', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first row.
  async function* failing(): AsyncGenerator<Row> {
    throw new Error('the source failed')
  }
  await expect(text(csvDocument({ columns, rows: failing() }))).rejects.toThrow('the source failed')
})

/** RFC 4180. */
function parse(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
