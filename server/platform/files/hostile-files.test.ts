import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareFile } from './prepare.ts'
import { receiveFiles } from './receiving/receive.ts'
import {
  animation,
  gif,
  latin,
  mp3,
  mp4,
  noise,
  office,
  pdf,
  pngChunk,
  pngDeclaring,
  uint16,
  zip,
} from './sample-files.ts'

// Each is sent as a client would send it. It must be rejected and leave nothing on disk.

type Made = Buffer | string | Promise<Buffer>

const PAGE = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>'
const SVG = 'xmlns="http://www.w3.org/2000/svg"'
const ARCHIVE = zip([{ name: 'page.html', content: PAGE }])
const ZEROS = Buffer.alloc(33 * 1024 * 1024)

const jpeg = () => noise(60, 40).jpeg().toBuffer()
const png = () => noise(60, 40).png().toBuffer()
const webp = () => noise(60, 40).webp().toBuffer()
const avif = () => noise(60, 40).avif({ effort: 0 }).toBuffer()
const moving = async () => (await animation(4)).gif().toBuffer()
const joined = async (...parts: Made[]) =>
  Buffer.concat((await Promise.all(parts)).map((part) => Buffer.from(part)))
const cut = async (made: Made, share: number) => {
  const bytes = Buffer.from(await made)
  return bytes.subarray(0, Math.floor(bytes.length * share))
}

/** In the header of a JPEG, height and width come five bytes after the marker. */
async function jpegDeclaring(width: number, height: number): Promise<Buffer> {
  const bytes = await jpeg()
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  Buffer.concat([uint16(height), uint16(width)]).copy(bytes, frame + 5)
  return bytes
}

async function jpegSaying(comment: string): Promise<Buffer> {
  const bytes = await jpeg()
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe]), uint16(comment.length + 2), latin(comment)])
  return joined(bytes.subarray(0, 2), segment, bytes.subarray(2))
}

async function pngSaying(text: string): Promise<Buffer> {
  const bytes = await png()
  return joined(bytes.subarray(0, 33), pngChunk('tEXt', latin(`Comment\0${text}`)), bytes.subarray(33))
}

const hostile: [string, string, () => Made, string][] = [
  ['a page named as a picture', 'a.png', () => PAGE, 'html'],
  ['a page named as text', 'a.txt', () => PAGE, 'html'],
  ['a page named as a table', 'a.csv', () => PAGE, 'html'],
  ['a page behind a byte order mark', 'a.txt', () => `\ufeff${PAGE}`, 'html'],
  ['a page behind white space', 'a.txt', () => `${' \n'.repeat(3000)}${PAGE}`, 'html'],
  ['a page behind comments', 'a.txt', () => `<!-- a --><!-- ${'b'.repeat(3000)} -->${PAGE}`, 'html'],
  ['a page behind an XML declaration', 'a.svg', () => `<?xml version="1.0"?>${PAGE}`, 'html'],
  ['a page behind a little text', 'a.txt', () => `a,b,c\n${PAGE}`, 'html'],
  ['a page in UTF-16', 'a.txt', () => Buffer.from(`\ufeff${PAGE}`, 'utf16le'), 'not-utf8'],
  ['a page in UTF-16 without a mark', 'a.txt', () => Buffer.from(PAGE, 'utf16le'), 'unsupported-type'],
  ['a page with a NUL before it', 'a.txt', () => `\0${PAGE}`, 'unsupported-type'],
  ['a single tag', 'a.txt', () => '<img src=x onerror=alert(1)>', 'html'],
  ['a program for the server', 'a.jpg', () => '<?php system($_GET["c"]); ?>', 'html'],
  ['a program for the server with a picture mark', 'a.gif', () => 'GIF89a<?php system(1);', 'polyglot'],
  ['a script that begins as a GIF', 'a.gif', () => 'GIF89a/*aaaaaa*/=1;alert(1)//', 'damaged-file'],
  ['a GIF with a page behind it', 'a.gif', () => joined(gif(1, 9, 9), PAGE), 'polyglot'],
  ['a GIF with an archive behind it', 'a.gif', () => joined(gif(1, 9, 9), ARCHIVE), 'polyglot'],
  ['a PNG with an archive behind it', 'a.png', () => joined(png(), ARCHIVE), 'polyglot'],
  ['a PNG with an archive and a page behind it', 'a.png', () => joined(png(), ARCHIVE, PAGE), 'polyglot'],
  [
    'a PNG with an archive and noise behind it',
    'a.png',
    () => joined(png(), ARCHIVE, 'x'.repeat(99)),
    'polyglot',
  ],
  ['a PNG with a page in its text', 'a.png', () => pngSaying(PAGE), 'polyglot'],
  ['a JPEG with a program in its comment', 'a.jpg', () => jpegSaying('<?php system(1); ?>'), 'polyglot'],
  [
    'a JPEG with a script in its comment',
    'a.jpg',
    () => jpegSaying('*/</style><script >alert(1)'),
    'polyglot',
  ],
  ['a page with a picture behind it', 'a.png', () => joined(PAGE, png()), 'unsupported-type'],
  ['a picture behind a byte order mark', 'a.png', () => joined('\ufeff', png()), 'damaged-file'],
  ['a PDF with a page before it', 'a.pdf', () => joined(PAGE, pdf()), 'html'],
  ['a PDF with a page at its beginning', 'a.pdf', () => pdf(PAGE), 'polyglot'],
  ['a PDF with a page behind it', 'a.pdf', () => joined(pdf(), PAGE), 'polyglot'],
  ['a PDF with an archive behind it', 'a.pdf', () => joined(pdf(), ARCHIVE), 'polyglot'],
  [
    'a PDF that is an archive',
    'a.pdf',
    () => zip([{ name: 'a', content: 'b' }], { prefix: pdf(), comment: '%%EOF' }),
    'polyglot',
  ],
  ['a PDF behind a byte order mark', 'a.pdf', () => joined('\ufeff', pdf()), 'polyglot'],
  ['a PDF without an end', 'a.pdf', () => latin('%PDF-1.4\nnothing'), 'damaged-file'],
  ['a film with an archive behind it', 'a.mp4', () => joined(mp4(), ARCHIVE), 'damaged-file'],
  ['a film with an archive in its last box', 'a.mp4', () => mp4(mp4Box('skip', ARCHIVE)), 'polyglot'],
  ['a film that is a page', 'a.mp4', () => joined(mp4().subarray(0, 32), PAGE), 'damaged-file'],
  ['music with an archive behind it', 'a.mp3', () => joined(mp3(), ARCHIVE), 'polyglot'],
  [
    'music that is a page',
    'a.mp3',
    () => joined(Buffer.from([0xff, 0xfb, 0x90, 0]), PAGE),
    'unsupported-type',
  ],
  [
    'an archive with a page as its comment',
    'a.zip',
    () => zip([{ name: 'a', content: 'b' }], { comment: PAGE }),
    'polyglot',
  ],
  [
    'an archive with something before it',
    'a.zip',
    () => zip([{ name: 'a', content: 'b' }], { prefix: ARCHIVE }),
    'polyglot',
  ],

  ['a PNG of 900 megapixels', 'a.png', () => pngDeclaring(30_000, 30_000), 'too-many-pixels'],
  ['a PNG of 41 megapixels', 'a.png', () => pngDeclaring(8200, 5000), 'too-many-pixels'],
  ['a JPEG of 4000 megapixels', 'a.jpg', () => jpegDeclaring(65_000, 65_000), 'too-many-pixels'],
  ['a GIF of 5000 frames', 'a.gif', () => gif(5000, 1000, 1000), 'too-many-pixels'],
  ['a GIF of one frame and 3600 megapixels', 'a.gif', () => gif(1, 60_000, 60_000), 'too-many-pixels'],
  ['a PNG with fewer pixels than it declares', 'a.png', () => pngDeclaring(1000, 1000), 'damaged-file'],
  ['a JPEG cut short', 'a.jpg', () => cut(jpeg(), 0.7), 'damaged-file'],
  ['a PNG cut short', 'a.png', () => cut(png(), 0.7), 'damaged-file'],
  ['a WebP cut short', 'a.webp', () => cut(webp(), 0.7), 'damaged-file'],
  ['an AVIF cut short', 'a.avif', () => cut(avif(), 0.7), 'damaged-file'],
  ['a GIF cut short', 'a.gif', () => cut(moving(), 0.7), 'damaged-file'],
  ['a GIF without its end', 'a.gif', () => gif(2, 9, 9).subarray(0, -1), 'damaged-file'],
  ['only the mark of a JPEG', 'a.jpg', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'damaged-file'],

  [
    'a document that is a bomb',
    'a.docx',
    () => office('docx', [{ name: 'word/media/a.bin', content: ZEROS }]),
    'decompression-bomb',
  ],
  [
    'a bomb that says it is small',
    'a.docx',
    () => office('docx', [{ name: 'a', content: ZEROS.subarray(0, 999_999), declared: 9 }]),
    'decompression-bomb',
  ],
  [
    'a bomb of entries that share their bytes',
    'a.zip',
    () => zip([{ name: 'a', content: ZEROS.subarray(0, 99_999) }], { overlap: 200 }),
    'decompression-bomb',
  ],
  [
    'an archive of 11,000 entries',
    'a.zip',
    () => zip([{ name: 'a', content: '' }], { overlap: 11_000 }),
    'decompression-bomb',
  ],
  [
    'an archive that says more than it holds',
    'a.zip',
    () => zip([{ name: 'a', content: 'b', declared: 99 }]),
    'damaged-file',
  ],
  [
    'an archive that climbs',
    'a.zip',
    () => zip([{ name: '../../etc/cron.d/a', content: 'x' }]),
    'unsafe-archive',
  ],
  [
    'an archive with absolute names',
    'a.zip',
    () => zip([{ name: '/etc/passwd', content: 'x' }]),
    'unsafe-archive',
  ],
  [
    'an archive with names of another system',
    'a.zip',
    () => zip([{ name: 'C:\\a', content: 'x' }]),
    'unsafe-archive',
  ],
  ['an archive with a NUL in a name', 'a.zip', () => zip([{ name: 'a\0b', content: 'x' }]), 'unsafe-archive'],
  ['an archive cut short', 'a.zip', () => cut(ARCHIVE, 0.8), 'damaged-file'],
  [
    'a document with macros',
    'a.docx',
    () => office('docx', [{ name: 'word/vbaProject.bin', content: 'x' }]),
    'macros',
  ],
  [
    'a document of the kind with macros',
    'a.docx',
    () =>
      zip([
        {
          name: '[Content_Types].xml',
          content: '<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
        },
        { name: 'word/document.xml', content: 'x' },
      ]),
    'macros',
  ],

  [
    'an SVG with an entity bomb',
    'a.svg',
    () => `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg ${SVG}>&b;</svg>`,
    'svg-entities',
  ],
  [
    'an SVG with an outer entity',
    'a.svg',
    () => `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg ${SVG}>&a;</svg>`,
    'svg-entities',
  ],
  ['an SVG that is also a page', 'a.svg', () => `<svg ${SVG}></svg>${PAGE}`, 'damaged-file'],
  ['an SVG in UTF-16', 'a.svg', () => Buffer.from(`\ufeff<svg ${SVG}/>`, 'utf16le'), 'not-utf8'],
  ['an SVG cut short', 'a.svg', () => `<svg ${SVG}><path d="M0 0`, 'damaged-file'],
  [
    'an SVG that uses itself',
    'a.svg',
    () => `<svg ${SVG}><g id="a"><use href="#a"/></g></svg>`,
    'svg-too-complex',
  ],
  ['nothing at all', 'a.png', () => '', 'empty-file'],

  ['a name that climbs', '../../a.png', png, 'path-in-name'],
  ['a name of another system', 'C:/a.png', png, 'path-in-name'],
  ['an absolute name', '/etc/passwd', png, 'path-in-name'],
  ['a name with a NUL', 'a.php\0.png', png, 'nul-in-name'],
]

function mp4Box(kind: string, data: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(8 + data.length)
  return Buffer.concat([header, latin(kind), data])
}

let folder: string
let server: Server
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-test-'))
  const limits = { folder, maxFileBytes: 20 * 1024 * 1024, maxFiles: 1 }
  server = createServer(async (request, answer) => {
    const outcome = await receiveFiles(request, limits, async ({ files, refused }) =>
      files[0] ? prepareFile(files[0]) : refused[0],
    ).catch((error: unknown) => ({ failed: String(error) }))
    answer.end(JSON.stringify(outcome))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function upload(name: string, bytes: Buffer): Promise<unknown> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const headers = { 'content-type': 'multipart/form-data; boundary=bb' }
  const head = `--bb\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    const request = httpRequest({ port, method: 'POST', headers }, resolve).on('error', reject)
    request.end(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--bb--\r\n')]))
  })
  return json(answer)
}

test.each(hostile)('%s is rejected', async (_, name, make, refused) => {
  expect(await upload(name, Buffer.from(await make()))).toMatchObject({ refused })
  expect(existsSync(folder) ? await readdir(folder) : []).toEqual([])
})

test('harmless files are accepted in the same way', async () => {
  expect(await upload('a.jpg', await jpeg())).toMatchObject({ kind: 'image', width: 60, height: 40 })
  expect(await upload('a.svg', Buffer.from(`<svg ${SVG} width="9" height="8" onload="x"/>`))).toMatchObject({
    kind: 'svg',
    width: 9,
    height: 8,
  })
  expect(await upload('a.docx', office('docx'))).toMatchObject({ kind: 'document', extension: 'docx' })
  expect(await readdir(folder)).toEqual([])
})
