import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

// Files for the tests, each made from nothing: none is stored.

export const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

export function noise(width: number, height: number): Sharp {
  const grain = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: grain } })
}

export async function animation(frames: number, width = 40, height = 30): Promise<Sharp> {
  const colours = Array.from({ length: frames }, (_, n) => ({ r: (n * 90) % 256, g: 40, b: 200 }))
  const stills = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(stills, { join: { animated: true } })
}

export const pngChunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([latin(kind), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

/** Says what size it is, whatever its pixels are. */
export function pngDeclaring(width: number, height: number, pixels = Buffer.alloc(1000)): Buffer {
  return Buffer.concat([
    latin('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function gif(frames: number, width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const palette = Buffer.from([0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0])
  return Buffer.concat([
    latin('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0]),
    palette,
    ...Array.from({ length: frames }, () => frame),
    latin(';'),
  ])
}

interface ZipEntry {
  name: string
  content: Buffer | string
  /** The size that the archive tells, where it lies. */
  declared?: number
}

export function zip(entries: ZipEntry[], { comment = '', overlap = 1, prefix = latin('') } = {}): Buffer {
  const locals: Buffer[] = [prefix]
  const directory: Buffer[] = []
  let offset = prefix.length
  for (const { name, content, declared } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(declared ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const at = Buffer.alloc(4)
    at.writeUInt32LE(offset)
    const record = [latin('PK\x01\x02\x14\x00'), fields, Buffer.alloc(10), at, Buffer.from(name)]
    for (let n = 0; n < overlap; n += 1) directory.push(...record)
    const local = Buffer.concat([latin('PK\x03\x04'), fields, Buffer.from(name), packed])
    locals.push(local)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length * overlap, 4)
  end.writeUInt16LE(entries.length * overlap, 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(offset, 12)
  end.writeUInt16LE(Buffer.byteLength(comment), 16)
  return Buffer.concat([...locals, listing, latin('PK\x05\x06'), end, Buffer.from(comment)])
}

const OFFICE = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const

export function office(kind: keyof typeof OFFICE, extra: ZipEntry[] = []): Buffer {
  const [part, type] = OFFICE[kind]
  const override = `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/>`
  return zip([
    { name: '[Content_Types].xml', content: `<Types>${override}</Types>` },
    { name: part, content: '<x/>' },
    ...extra,
  ])
}

export const pdf = (content = ''): Buffer =>
  latin(`%PDF-1.4\n${content}\ntrailer <<>>\nstartxref\n9\n%%EOF\n`)

export function mp4(...extra: Buffer[]): Buffer {
  const box = (kind: string, data: Buffer) => Buffer.concat([uint32(8 + data.length), latin(kind), data])
  return Buffer.concat([
    box('ftyp', latin('isom\0\0\x02\0isomiso2avc1mp41')),
    box('moov', Buffer.alloc(100)),
    box('mdat', Buffer.alloc(500)),
    ...extra,
  ])
}

export function mp3(tag: Buffer = Buffer.alloc(0)): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])
  return Buffer.concat([tag, ...Array.from({ length: 6 }, () => frame)])
}

export const id3 = (length: number): Buffer =>
  Buffer.concat([latin('ID3\x03\0\0'), Buffer.from([0, 0, length >> 7, length & 127]), Buffer.alloc(length)])
