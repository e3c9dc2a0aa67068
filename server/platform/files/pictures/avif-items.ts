// The item types that contain EXIF, XMP and links in a HEIF file.
const METADATA_ITEMS = new Set(['Exif', 'mime', 'uri '])

/** The content of the meta box, and its offset in the file. */
export interface ItemLocations {
  bytes: Buffer
  origin: number
}

interface Box {
  kind: string
  start: number
  end: number
}

/** The ranges of the file that contain metadata; undefined if the item list has an unknown format. */
export function metadataExtents({
  bytes,
  origin,
}: ItemLocations): { start: number; end: number }[] | undefined {
  try {
    // The boxes follow a version and flags.
    const boxes = boxesIn(bytes, 4, bytes.length)
    const wanted = metadataItems(bytes, boxes)
    const locations = boxes.find(({ kind }) => kind === 'iloc')
    if (wanted.size === 0) return []
    const idat = boxes.find(({ kind }) => kind === 'idat')
    const found = locations ? itemExtents(bytes, locations, idat && origin + idat.start) : []
    const extents = found.filter(({ item }) => wanted.has(item))
    return wanted.size === new Set(extents.map(({ item }) => item)).size ? extents : undefined
  } catch (error) {
    // The list is truncated or contradicts itself.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8 || at + length > to) throw new RangeError('a box is larger than its container')
    boxes.push({ kind: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + length })
    at += length
  }
  return boxes
}

/** The ids of the metadata items, from the item information box. */
function metadataItems(bytes: Buffer, boxes: Box[]): Set<number> {
  const list = boxes.find(({ kind }) => kind === 'iinf')
  if (!list) return new Set()
  const isShort = bytes.readUInt8(list.start) === 0
  const found = new Set<number>()
  for (const { kind, start } of boxesIn(bytes, list.start + (isShort ? 6 : 8), list.end)) {
    if (kind !== 'infe') continue
    const version = bytes.readUInt8(start)
    if (version < 2) throw new RangeError('an item list of an old version')
    const item = version === 2 ? bytes.readUInt16BE(start + 4) : bytes.readUInt32BE(start + 4)
    const typeAt = start + (version === 2 ? 8 : 10)
    if (METADATA_ITEMS.has(bytes.toString('latin1', typeAt, typeAt + 4))) found.add(item)
  }
  return found
}

interface Extent {
  item: number
  start: number
  end: number
}

function itemExtents(bytes: Buffer, box: Box, idatAt: number | undefined): Extent[] {
  const version = bytes.readUInt8(box.start)
  const sizes = bytes.readUInt16BE(box.start + 4)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  let at = box.start + 6
  const number = (size: number) => {
    const value = size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size)
    at += size
    return value
  }

  const extents: Extent[] = []
  const count = number(version < 2 ? 2 : 4)
  for (let n = 0; n < count; n += 1) {
    const item = number(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : number(2) & 15
    number(2)
    const origin = number(baseSize) + originOf(method, idatAt)
    for (let left = number(2); left > 0; left -= 1) {
      number(indexSize)
      const start = origin + number(offsetSize)
      extents.push({ item, start, end: start + number(lengthSize) })
    }
  }
  return extents
}

/**
 * Offsets are relative to the file, or to the idat box for small items. Offsets relative to other items are not
 * supported.
 */
function originOf(method: number, idatAt: number | undefined): number {
  if (method === 0) return 0
  return method === 1 && idatAt !== undefined ? idatAt : Number.NaN
}
