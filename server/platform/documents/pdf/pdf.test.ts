import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type PdfDocument, type PdfSection, pdfDocument } from './pdf.ts'

const none = async () => undefined

describe('a document', () => {
  test('starts with its contents, numbered separately, and has a page for every section', async () => {
    const pages = await open({
      sections: [section('第一篇', '<p>内容甲</p>'), section('Second', '<p>content</p>')],
    })
    expect(pages.texts).toEqual(
      [
        ['导出', '目录', '第一篇', '1', 'Second', '2', 'i'].join('|'),
        ['第一篇', '作者', '张三', '内容甲', '1'].join('|'),
        ['Second', '作者', '张三', 'content', '2'].join('|'),
      ].map(sorted),
    )
    expect(pages.file).toContain('/PageLabels')
  })

  test('has its title and language, and a bookmark for every section', async () => {
    const { file } = await open({ sections: [section('一', ''), section('Two', '')] })
    expect(file).toContain('/Lang (zh-CN)')
    expect(file).toContain('/DisplayDocTitle true')
    expect(file).toContain(`/Title (${utf16('一')})`)
    expect(file).toContain('/Title (Two)')
    expect(file).toContain('/PageMode /UseOutlines')
  })

  test('without sections is a title page', async () => {
    expect((await open({ sections: [] })).texts).toEqual([sorted('导出|目录|i')])
  })

  test('links its contents to the sections', async () => {
    const { file, kids } = await open({ sections: [section('A', ''), section('B', '')] })
    const targets = [...file.matchAll(/\/Dest \[(\d+) 0 R \/XYZ 0 841.89 0\]\n\/Type \/Annot/g)].map(
      ([, id]) => id,
    )
    expect(targets).toEqual(kids.slice(1))
  })

  test('has a number on every page, and page numbers in its contents for sections of any length', async () => {
    const long = `<p>${'很长的一段文字。'.repeat(500)}</p>`
    const { texts } = await open({ sections: [section('A', long), section('B', long), section('C', long)] })
    const [contents, ...body] = texts
    expect(body.map((text) => text.split('|').filter((part) => /^\d+$/.test(part)))).toEqual(
      body.map((_, i) => [String(i + 1)]),
    )
    const starts = body.flatMap((text, i) => (text.split('|').includes('作者') ? [String(i + 1)] : []))
    expect(contents?.split('|').filter((part) => /^\d+$/.test(part))).toEqual(starts)
  })

  test('shows a character that no font has as one box, and drops invisible ones', async () => {
    const { texts } = await open({ sections: [section('A', '<p>a😀👨‍👩‍👧🇨🇳b\u200d\ufe0fc\u0007d</p>')] })
    expect(texts[1]?.replaceAll('|', '')).toContain('□')
    expect(texts[1]?.match(/□/g)).toHaveLength(3)
  })

  test('contains safe links', async () => {
    const html = '<a href="https://example.com/中">a</a><a href="javascript:x">b</a><a href="/c">c</a>'
    const { file } = await open({ sections: [section('A', html)], baseUrl: 'https://site.example' })
    const links = [...file.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address]) => address)
    expect(links).toEqual(['https://example.com/%E4%B8%AD', 'https://site.example/c'])
  })
})

describe('pictures', () => {
  test('come from the given function, are embedded once, or shown by their text', async () => {
    const asked: string[] = []
    const picture = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#ff000080' } })
      .webp()
      .toBuffer()
    const images = async (source: string) => {
      asked.push(source)
      return source === '/own' ? picture : undefined
    }
    const html =
      '<img src="/own" alt="ours"><img src="/own"><img src="https://elsewhere.example/x.png" alt="theirs">'
    const { file, texts } = await open({ sections: [section('A', html)], images })
    expect(asked).toEqual(['/own', 'https://elsewhere.example/x.png'])
    expect(file.match(/\/Subtype \/Image/g)).toHaveLength(1)
    expect(texts[1]).toContain('[theirs]')
    expect(texts[1]).not.toContain('[ours]')
  })

  test('that cannot be read are shown by their text', async () => {
    const images = async () => Buffer.from('\x89PNG\r\n\x1a\n and then nothing of a picture')
    const { texts } = await open({ sections: [section('A', '<img src="/x" alt="broken">')], images })
    expect(texts[1]).toContain('[broken]')
  })

  test('whose file cannot be opened are an error', async () => {
    const images = async () => Promise.reject(new Error('the storage failed'))
    await expect(open({ sections: [section('A', '<img src="/x">')], images })).rejects.toThrow(
      'the storage failed',
    )
  })
})

test('every kind of content is supported, at any nesting', async () => {
  const parts = [
    '<h1>h1</h1><h2>h2</h2><h3>h3</h3><h4>h4</h4><h5>h5</h5><h6>h6</h6>',
    '<ul><li>item<ol><li>inner</li></ol></li><li><pre>listed code</pre></li><li><table><tr><td>cell</td></tr></table></li></ul>',
    '<blockquote><p>quote</p><ul><li>quoted</li></ul></blockquote><hr>',
    `<pre>${'code\n'.repeat(80)}</pre>`,
    `<table><tr><th>head</th><th>two</th></tr>${'<tr><td>x</td><td>yy</td></tr>'.repeat(60)}</table>`,
    `<table><tr><td>${'tall '.repeat(3_000)}</td></tr></table>`,
    `<table><tr>${'<td>wide</td>'.repeat(120)}</tr></table>`,
    `<p>${'unbroken'.repeat(200)}</p>`,
    '<figure><figcaption>caption</figcaption></figure>',
  ]
  const { texts } = await open({ sections: [section('A', parts.join(''))] })
  const all = texts.join('|').split('|')
  for (const word of [
    'h1',
    'h6',
    'item',
    'inner',
    'listed code',
    'cell',
    'quote',
    'quoted',
    'code',
    'caption',
  ])
    expect(all).toContain(word)
  // The header is on every page of the table.
  expect(all.filter((word) => word === 'head').length).toBeGreaterThan(1)
  expect(all.filter((word) => word === 'yy')).toHaveLength(60)
})

test('columns of a table that do not fit beside each other continue below, with their header', async () => {
  const row = (tag: string, name: string) =>
    Array.from({ length: 60 }, (_, column) => `<${tag}>${name}${column}</${tag}>`).join('')
  const html = `<table><tr>${row('th', 'head')}</tr><tr><td colspan="45">wide</td><td>last</td></tr><tr>${row('td', 'cell')}</tr></table>`
  const { texts } = await open({ sections: [section('A', html)] })
  const all = texts.join('|').split('|')
  for (const name of ['head', 'cell']) expect(all.filter((word) => word.startsWith(name))).toHaveLength(60)
  expect(all.filter((word) => word === 'wide' || word === 'last')).toHaveLength(2)
})

test('no line of Chinese starts with a closing mark or ends with an opening one', async () => {
  const text = '（甲）乙，丙。「丁」戊、己！庚？《辛》壬；癸：'.repeat(40)
  const { texts } = await open({ sections: [section('A', `<p>${text}</p>`)] })
  const lines = texts
    .join('|')
    .split('|')
    .filter((line) => line.length > 20)
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) {
    expect(line).not.toMatch(/^[），。」、！？》；：]/)
    expect(line).not.toMatch(/[（「《]$/)
  }
})

test('reading sections stops when the client disconnects', async () => {
  let ended = false
  let given = 0
  async function* endless(): AsyncGenerator<PdfSection> {
    try {
      for (;;) yield section(`${++given}`, '<p>x</p>')
    } finally {
      ended = true
    }
  }
  const pdf = pdfDocument({ title: 'T', language: 'en', sections: endless(), images: none })
  for (let bytes = 0; bytes < 2_000; ) {
    await once(pdf, 'readable')
    for (let chunk = pdf.read(); chunk; chunk = pdf.read()) bytes += chunk.length
  }
  pdf.destroy()
  await once(pdf, 'close')
  expect(ended).toBe(true)
  expect(given).toBeLessThan(500)
})

function section(title: string, html: string): PdfSection {
  return {
    title,
    meta: [
      ['作者', '张三'],
      ['空', ' '],
    ],
    html,
  }
}

/** Reads the file as far as these tests need: the text of every page, in the order of the pages. */
async function open(document: Pick<PdfDocument, 'sections'> & Partial<PdfDocument>) {
  const bytes = await buffer(pdfDocument({ title: '导出', language: 'zh-CN', images: none, ...document }))
  const file = bytes.toString('latin1')
  checkOffsets(file)
  const object = (id: string) => {
    const start = file.indexOf(`\n${id} 0 obj\n`)
    return file.slice(start, file.indexOf('\nendobj', start))
  }
  const kids = Array.from(
    /\/Kids \[([^\]]*)\]/.exec(file)?.[1]?.matchAll(/(\d+) 0 R/g) ?? [],
    ([, id]) => id ?? '',
  )
  const texts = kids.map((id) => {
    const page = object(id)
    const resources = object(reference(page, 'Resources'))
    const shown = new Map<string, Map<string, string>>()
    for (const [, name, font] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g))
      shown.set(name ?? '', characters(stream(object(reference(object(font ?? ''), 'ToUnicode')))))
    return sorted(shownText(stream(object(reference(page, 'Contents'))), shown))
  })
  return { file, kids, texts }
}

function shownText(content: string, fonts: Map<string, Map<string, string>>): string {
  const shown = content.matchAll(/\/(F\d+) \S+ Tf [^<]* Tm <([^>]*)> Tj/g)
  return Array.from(shown, ([, font, codes]) => {
    const map = fonts.get(font ?? '')
    return (codes?.match(/.{4}/g) ?? []).map((code) => map?.get(code) ?? '?').join('')
  }).join('|')
}

/** The drawing order differs from the reading order. */
function sorted(text: string): string {
  return text.split('|').toSorted().join('|')
}

function characters(cmap: string): Map<string, string> {
  return new Map(
    Array.from(cmap.matchAll(/^<(\w{4})> <(\w+)>$/gm), ([, code, text]) => [
      code ?? '',
      Buffer.from(text ?? '', 'hex')
        .swap16()
        .toString('utf16le'),
    ]),
  )
}

function reference(dictionary: string, key: string): string {
  return new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? ''
}

function stream(object: string): string {
  const start = object.indexOf('stream\n') + 'stream\n'.length
  return inflateSync(Buffer.from(object.slice(start, object.lastIndexOf('\nendstream')), 'latin1')).toString(
    'latin1',
  )
}

/** Every entry of the table at the end points at its object. */
function checkOffsets(file: string): void {
  const table = Number(/startxref\n(\d+)/.exec(file)?.[1])
  const [, count, entries] = /^xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(file.slice(table)) ?? []
  const offsets = (entries ?? '').trim().split('\n').slice(1)
  expect(offsets).toHaveLength(Number(count) - 1)
  for (const [i, entry] of offsets.entries())
    expect(file.startsWith(`${i + 1} 0 obj`, Number(entry.slice(0, 10)))).toBe(true)
}

function utf16(text: string): string {
  return `\xfe\xff${Buffer.from(text, 'utf16le').swap16().toString('latin1')}`
}
