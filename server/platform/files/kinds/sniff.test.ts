import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { animation, gif, id3, latin, mp3, mp4, noise, office, pdf, uint32, zip } from '../sample-files.ts'
import { sniffFile } from './sniff.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sniff-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function sniff(bytes: Buffer | string, name = 'misleading.exe') {
  const file = path.join(folder, 'file')
  await writeFile(file, bytes)
  return sniffFile(file, name)
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

describe('the type is detected from the bytes', () => {
  const taken: [string, () => Buffer | string | Promise<Buffer>, string, string][] = [
    ['jpg', () => noise(20, 10).jpeg().toBuffer(), 'image', 'image/jpeg'],
    ['png', () => noise(20, 10).png().toBuffer(), 'image', 'image/png'],
    ['webp', () => noise(20, 10).webp().toBuffer(), 'image', 'image/webp'],
    ['avif', () => noise(20, 10).avif({ effort: 0 }).toBuffer(), 'image', 'image/avif'],
    ['gif', () => noise(20, 10).gif().toBuffer(), 'image', 'image/gif'],
    ['gif', async () => (await animation(3)).gif().toBuffer(), 'image', 'image/gif'],
    ['gif', () => gif(2, 20, 10), 'image', 'image/gif'],
    ['webp', async () => (await animation(3)).webp().toBuffer(), 'image', 'image/webp'],
    ['svg', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg', 'image/svg+xml'],
    [
      'svg',
      () => '\ufeff<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC "a" "b">\n<svg/>',
      'svg',
      'image/svg+xml',
    ],
    ['svg', () => '<!DOCTYPE svg [<!ENTITY a "b">]><s:svg xmlns:s="x"/>', 'svg', 'image/svg+xml'],
    ['pdf', () => pdf(), 'pdf', 'application/pdf'],
    ['docx', () => office('docx'), 'document', `${OFFICE}.wordprocessingml.document`],
    ['xlsx', () => office('xlsx'), 'document', `${OFFICE}.spreadsheetml.sheet`],
    ['pptx', () => office('pptx'), 'document', `${OFFICE}.presentationml.presentation`],
    ['zip', () => zip([{ name: 'a/b.txt', content: 'x' }]), 'archive', 'application/zip'],
    ['zip', () => zip([{ name: 'page.html', content: '<html>' }]), 'archive', 'application/zip'],
    ['zip', () => zip([]), 'archive', 'application/zip'],
    ['mp4', () => mp4(), 'video', 'video/mp4'],
    ['mp3', () => mp3(), 'audio', 'audio/mpeg'],
    ['mp3', () => mp3(id3(5000)), 'audio', 'audio/mpeg'],
    ['txt', () => 'plain', 'text', 'text/plain'],
    ['txt', () => '\ufeff中文, with a mark', 'text', 'text/plain'],
    ['txt', () => 'a < b, and <john@example.com> wrote', 'text', 'text/plain'],
    ['txt', () => 'x'.repeat(65_535) + '中'.repeat(10), 'text', 'text/plain'],
  ]
  test.each(taken)('%s', async (extension, make, kind, mime) => {
    expect(await sniff(await make())).toMatchObject({ kind, mime, extension })
  })

  test('the name distinguishes CSV from other text, but nothing else', async () => {
    expect(await sniff('a,b\n1,2', 'a.CSV')).toMatchObject({
      kind: 'text',
      mime: 'text/csv',
      extension: 'csv',
    })
    expect(await sniff('a,b\n1,2', 'a.html')).toMatchObject({ extension: 'txt' })
    expect(await sniff(pdf(), 'a.csv')).toMatchObject({ extension: 'pdf' })
  })

  test('a picture has its displayed size, its frames and a placeholder', async () => {
    const turned = await noise(20, 10).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await sniff(turned)).toMatchObject({
      picture: { format: 'jpeg', width: 10, height: 20, frames: 1 },
    })
    const moving = await (await animation(3)).gif().toBuffer()
    expect(await sniff(moving)).toMatchObject({ picture: { width: 40, height: 30, frames: 3 } })
    const sniffed = await sniff(turned)
    expect('picture' in sniffed && sniffed.picture.blurPlaceholder).toMatch(
      /^data:image\/webp;base64,[\w+/]{20,400}=*$/,
    )
  })
})

describe('other types are rejected', () => {
  const box = (brand: string) =>
    Buffer.concat([uint32(24), latin(`ftyp${brand}\0\0\0\0mif1heic`), Buffer.alloc(100)])
  const refused: [string, () => Buffer | string | Promise<Buffer>, string][] = [
    ['nothing', () => '', 'empty-file'],
    ['a program', () => latin(`MZ\x90\0${'\0'.repeat(200)}`), 'unsupported-type'],
    [
      'tiff',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .tiff()
          .toBuffer(),
      'unsupported-type',
    ],
    ['heic', () => box('heic'), 'unsupported-type'],
    ['quicktime', () => box('qt  '), 'unsupported-type'],
    ['gzip', () => latin('\x1f\x8b\x08\0\0\0\0\0\0\x03aaaa'), 'unsupported-type'],
    ['xml', () => '<?xml version="1.0"?><rss/>', 'unsupported-type'],
    ['noise', () => Buffer.from(Array.from({ length: 999 }, (_, n) => (n * 77) % 256)), 'unsupported-type'],
    ['text in GBK', () => Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), 'not-utf8'],
    ['text in UTF-16', () => Buffer.from('\ufefftext', 'utf16le'), 'not-utf8'],
    ['text that ends in half a character', () => Buffer.from([0x61, 0xe4, 0xb8]), 'not-utf8'],
    ['an animated PNG', async () => apng(await noise(9, 9).png().toBuffer()), 'animation-unsupported'],
    [
      'a java archive',
      () =>
        zip([
          { name: 'META-INF/MANIFEST.MF', content: 'a' },
          { name: 'A.class', content: 'b' },
        ]),
      'unsupported-type',
    ],
    ['an epub', () => zip([{ name: 'mimetype', content: 'application/epub+zip' }]), 'unsupported-type'],
  ]
  test.each(refused)('%s', async (_, make, reason) => {
    expect(await sniff(await make())).toEqual({ refused: reason })
  })
})

/** The animation control chunk comes right after the header. */
function apng(png: Buffer): Buffer {
  const control = Buffer.concat([uint32(8), latin('acTL'), uint32(2), uint32(0), uint32(0)])
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])
}

test('any bytes give a result', async () => {
  const samples = [
    await noise(9, 9).jpeg().toBuffer(),
    await noise(9, 9).png().toBuffer(),
    await noise(9, 9).avif({ effort: 0 }).toBuffer(),
    await (await animation(2, 9, 9)).webp().toBuffer(),
    gif(2, 9, 9),
    pdf(),
    office('docx'),
    mp4(),
    mp3(id3(50)),
    latin('<svg/>'),
  ]
  const edit = fc.record({
    at: fc.nat({ max: 600 }),
    remove: fc.nat({ max: 40 }),
    insert: fc.uint8Array({ maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      async (sample, edits) => {
        let bytes = sample
        for (const { at, remove, insert } of edits)
          bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)])
        const sniffed = await sniff(bytes)
        expect('refused' in sniffed ? sniffed.refused : sniffed.kind).toBeTypeOf('string')
      },
    ),
    { numRuns: 150 },
  )
})
