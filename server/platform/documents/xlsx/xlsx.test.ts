import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { Column, Row } from '../cells.ts'
import { sheetName } from './parts.ts'
import { type WorkbookDocument, xlsxDocument } from './xlsx.ts'

const columns: Column[] = [
  { key: 'id', title: 'ID', kind: 'integer' },
  { key: 'name', title: '名称', kind: 'text', width: 50 },
  { key: 'at', title: 'At', kind: 'datetime' },
  { key: 'url', title: 'Link', kind: 'link' },
]

describe('a workbook', () => {
  test('has a bold, frozen header, a filter, widths, and every kind of cell', async () => {
    const rows = [
      { id: 7, name: '<甲> & "乙"', at: '2026-02-03 12:00:00', url: 'https://example.com/?a=1&b=2' },
    ]
    const parts = await open({ title: '文章', columns, rows })
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
    expect(cellsOf(sheet)).toEqual({
      A1: 'ID',
      B1: '名称',
      C1: 'At',
      D1: 'Link',
      A2: 7,
      B2: '<甲> & "乙"',
      C2: 46056.5,
      D2: 'https://example.com/?a=1&b=2',
    })
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<autoFilter ref="A1:D2"/>')
    expect(sheet).toContain('<col min="2" max="2" width="50" customWidth="1"/>')
    expect(sheet).toContain('<hyperlink ref="D2" r:id="rId1"/>')
    expect(parts.get('xl/worksheets/_rels/sheet1.xml.rels')).toContain(
      'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.com/?a=1&amp;b=2" TargetMode="External"',
    )
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="文章" sheetId="1" r:id="rId1"/>')
    expect(parts.get('xl/workbook.xml')).toContain(`hidden="1">'文章'!$A$1:$D$2<`)
    const styles = parts.get('xl/styles.xml') ?? ''
    const [, header, , datetime] = [...styles.matchAll(/<xf [^>]*fontId="(\d)"[^>]*xfId[^>]*>/g)]
    expect(header?.[1]).toBe('1')
    expect(styles).toMatch(/<fonts count="3"><font>.*?<\/font><font><b\/>/)
    expect(datetime?.[0]).toContain('numFmtId="164"')
  })

  test('without rows has a header', async () => {
    const parts = await open({ title: 'T', columns, rows: [] })
    expect(cellsOf(parts.get('xl/worksheets/sheet1.xml') ?? '')).toEqual({
      A1: 'ID',
      B1: '名称',
      C1: 'At',
      D1: 'Link',
    })
    expect(parts.has('xl/worksheets/_rels/sheet1.xml.rels')).toBe(false)
  })

  test('with columns after Z names them like Excel', async () => {
    const many = Array.from({ length: 703 }, (_, i): Column => ({ key: 'a', title: String(i), kind: 'text' }))
    const cells = cellsOf(
      (await open({ title: 'T', columns: many, rows: [] })).get('xl/worksheets/sheet1.xml') ?? '',
    )
    expect([cells.Z1, cells.AA1, cells.ZZ1, cells.AAA1]).toEqual(['25', '26', '701', '702'])
  })

  test('continues in another sheet only when one is full', async () => {
    const row = { id: 1 }
    const limits = { rowsPerSheet: 3 }
    const full = await open({ title: 'T', columns, rows: Array(4).fill(row), limits })
    expect(full.get('xl/workbook.xml')?.match(/<sheet name="[^"]*"/g)).toEqual([
      '<sheet name="T"',
      '<sheet name="T 2"',
    ])
    expect(full.get('xl/worksheets/sheet2.xml')).toContain('<autoFilter ref="A1:D3"/>')
    const over = await open({ title: 'T', columns, rows: Array(5).fill(row), limits })
    expect(cellsOf(over.get('xl/worksheets/sheet3.xml') ?? '')).toMatchObject({ A1: 'ID', A2: 1 })
    expect(over.get('xl/_rels/workbook.xml.rels')?.match(/Target="[^"]*"/g)).toEqual([
      'Target="worksheets/sheet1.xml"',
      'Target="worksheets/sheet2.xml"',
      'Target="worksheets/sheet3.xml"',
      'Target="styles.xml"',
    ])
  })
})

const texts = [
  ['a formula', '=1+1', "'=1+1"],
  ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
  ['white space', '  a  ', '  a  '],
  ['what Excel takes for an escape', 'x_x0041_y', 'x_x005F_x0041_y'],
  ['a control character', 'a\u0001b', 'ab'],
  ['more than a cell can hold', 'x'.repeat(32_768), `${'x'.repeat(32_766)}…`],
] as const
for (const [what, value, expected] of texts)
  test(`a text with ${what} is safe`, async () => {
    const parts = await open({ title: 'T', columns, rows: [{ name: value }] })
    expect(cellsOf(parts.get('xl/worksheets/sheet1.xml') ?? '').B2).toBe(expected)
  })

const moments = [
  ['2026-02-03 00:00:00', 46056],
  ['1970-01-01 06:00:00', 25569.25],
  ['1900-03-01 00:00:00', 61],
  ['1900-02-28 00:00:00', '1900-02-28 00:00:00'],
  ['2026-02-30 10:00:00', '2026-02-30 10:00:00'],
  ['2026-02-03 24:00:00', '2026-02-03 24:00:00'],
  ['2026-02-03 10:60:00', '2026-02-03 10:60:00'],
  ['tomorrow', 'tomorrow'],
] as const
for (const [value, expected] of moments)
  test(`the moment ${value} is ${typeof expected === 'number' ? 'a date' : 'text'}`, async () => {
    const parts = await open({ title: 'T', columns, rows: [{ at: value }] })
    expect(cellsOf(parts.get('xl/worksheets/sheet1.xml') ?? '').C2).toBe(expected)
  })

const noLinks = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'example.com',
  `https://example.com/${'a'.repeat(2_100)}`,
]
for (const url of noLinks)
  test(`${url.slice(0, 30)} is not a link`, async () => {
    const parts = await open({ title: 'T', columns, rows: [{ url }] })
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toContain('hyperlink')
    expect(cellsOf(parts.get('xl/worksheets/sheet1.xml') ?? '').D2).toBe(url)
  })

test('links beyond the limit are text', async () => {
  const rows = Array.from({ length: 3 }, (_, i) => ({ url: `https://example.com/${i}` }))
  const sheet = (await open({ title: 'T', columns, rows, limits: { linksPerSheet: 2 } })).get(
    'xl/worksheets/sheet1.xml',
  )
  expect(sheet?.match(/<hyperlink /g)).toHaveLength(2)
  expect(cellsOf(sheet ?? '').D4).toBe('https://example.com/2')
})

const names = [
  ['a/b:c', 0, 'a b c'],
  ['', 0, 'Sheet'],
  ["'quoted'", 0, 'quoted'],
  ['History', 0, 'Sheet'],
  ['x'.repeat(40), 0, 'x'.repeat(31)],
  ['x'.repeat(40), 11, `${'x'.repeat(28)} 12`],
] as const
for (const [title, index, expected] of names)
  test(`sheet ${index} of ${JSON.stringify(title)} is called ${JSON.stringify(expected)}`, () => {
    expect(sheetName(title, index)).toBe(expected)
  })

test('reading rows stops when the client disconnects', async () => {
  let ended = false
  async function* endless(): AsyncGenerator<Row> {
    try {
      for (let id = 1; ; id++)
        yield { id, name: Math.random().toString().repeat(10), url: `https://example.com/${id}` }
    } finally {
      ended = true
    }
  }
  const xlsx = xlsxDocument({ title: 'T', columns, rows: endless() })
  for (let bytes = 0; bytes < 100_000; ) {
    await once(xlsx, 'readable')
    for (let chunk = xlsx.read(); chunk; chunk = xlsx.read()) bytes += chunk.length
  }
  xlsx.destroy()
  await once(xlsx, 'close')
  expect(ended).toBe(true)
})

test('an error while reading rows is an error of the document', async () => {
  async function* failing(): AsyncGenerator<Row> {
    yield { id: 1 }
    throw new Error('the source failed')
  }
  await expect(buffer(xlsxDocument({ title: 'T', columns, rows: failing() }))).rejects.toThrow(
    'the source failed',
  )
})

async function open(book: WorkbookDocument): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(await buffer(xlsxDocument(book)), { lazyEntries: true })
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  for (const xml of parts.values()) new SaxesParser({ xmlns: true }).write(xml).close()
  return parts
}

/** The value of every cell by its position; the sheet is parsed as XML. */
function cellsOf(sheet: string): Record<string, string | number> {
  const cells: Record<string, string | number> = {}
  let ref = ''
  let inline = false
  let value = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name !== 'c') return
    ref = String(attributes.r)
    inline = attributes.t === 'inlineStr'
    value = ''
  })
  parser.on('text', (part) => {
    value += part
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'c') cells[ref] = inline ? value : Number(value)
  })
  parser.write(sheet).close()
  return cells
}
