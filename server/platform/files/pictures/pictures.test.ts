import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WINDOW_BYTES } from '../byte-window.ts'
import { animation, latin, noise } from '../sample-files.ts'
import { inspectPicture, makeVariant, normalisePicture } from './pictures.ts'

let folder: string
let source: string
let target: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pictures-test-'))
  source = path.join(folder, 'source')
  target = path.join(folder, 'target')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SECRET = 'Somewhere Secret'
const exif = {
  IFD0: { Artist: SECRET, Copyright: SECRET },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSProcessingMethod: SECRET },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SECRET}</a></x:xmpmeta>`

async function normalised(bytes: Buffer) {
  await writeFile(source, bytes)
  const written = await normalisePicture(source, target)
  if ('refused' in written) throw new Error(written.refused)
  const out = await readFile(target)
  expect(written.size).toBe(out.length)
  return { written, out, metadata: await sharp(out, { animated: true }).metadata() }
}

describe('a normalised picture', () => {
  const formats = [
    ['jpeg', () => noise(60, 40).jpeg()],
    ['png', () => noise(60, 40).png()],
    ['webp', () => noise(60, 40).webp()],
    ['avif', () => noise(60, 40).avif({ effort: 0 })],
  ] as const
  test.each(formats)('%s: keeps its format and size, loses EXIF, location and XMP', async (format, make) => {
    const bytes = await make().withExif(exif).withXmp(xmp).toBuffer()
    expect(bytes.includes(SECRET)).toBe(true)
    const { written, out, metadata } = await normalised(bytes)
    expect(written).toMatchObject({ width: 60, height: 40 })
    expect(metadata.format).toBe(format === 'avif' ? 'heif' : format)
    for (const trace of [SECRET, 'GPS', 'xmpmeta']) expect(out.includes(trace)).toBe(false)
  })

  test.each(formats.slice(0, 3))('%s: is rotated by its orientation', async (_, make) => {
    const { written, metadata } = await normalised(await make().withMetadata({ orientation: 6 }).toBuffer())
    expect(written).toMatchObject({ width: 40, height: 60 })
    expect(metadata).toMatchObject({ width: 40, height: 60 })
    expect(metadata.orientation ?? 1).toBe(1)
  })

  test.each([
    ['jpeg', () => noise(60, 40).jpeg({ chromaSubsampling: '4:4:4' })],
    ['progressive jpeg', () => noise(60, 40).jpeg({ progressive: true })],
    ['png', () => noise(60, 40).png()],
    ['png with a palette', () => noise(60, 40).png({ palette: true })],
    ['webp', () => noise(60, 40).webp()],
    ['gif', () => noise(60, 40).gif()],
    ['avif', () => noise(60, 40).avif({ effort: 0 })],
  ])('%s: keeps its pixels exactly', async (_, make) => {
    const bytes = await make().withExif(exif).toBuffer()
    const { out } = await normalised(bytes)
    const pixels = (data: Buffer) => sharp(data).raw().toBuffer()
    expect((await pixels(out)).equals(await pixels(bytes))).toBe(true)
  })

  test('a JPEG loses the video that a phone appends to it, and its comment', async () => {
    const bytes = await noise(60, 40).jpeg().toBuffer()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SECRET.length + 2]), latin(SECRET)])
    const said = Buffer.concat([
      bytes.subarray(0, 2),
      comment,
      bytes.subarray(2),
      latin(`MotionPhoto_Data${SECRET}`),
    ])
    const { out } = await normalised(said)
    expect(out.equals(bytes)).toBe(true)
  })

  test('a JPEG is complete wherever its markers cross a window', async () => {
    const bytes = await noise(400, 400).jpeg({ quality: 100, progressive: true }).toBuffer()
    expect(bytes.length).toBeGreaterThan(2 * WINDOW_BYTES)
    // Each comment shifts everything after it by one byte.
    for (let length = 0; length < 12; length += 1) {
      const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, length + 2]), Buffer.alloc(length, 0xff)])
      const { out } = await normalised(Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]))
      expect(out.equals(bytes)).toBe(true)
    }
  })

  test('colours keep their profile; an encoded picture and one in CMYK become sRGB', async () => {
    const wide = () => noise(20, 10).withIccProfile('p3')
    expect((await normalised(await wide().jpeg().toBuffer())).metadata).toMatchObject({ hasProfile: true })
    const turned = await normalised(await wide().withMetadata({ orientation: 3 }).jpeg().toBuffer())
    expect(turned.metadata).toMatchObject({ space: 'srgb', hasProfile: false })
    const printed = await normalised(await noise(20, 10).toColourspace('cmyk').jpeg().toBuffer())
    expect(printed.metadata.space).toBe('srgb')
  })

  test.each(['gif', 'webp'] as const)('an animated %s stays animated, without metadata', async (format) => {
    const bytes = await (await animation(3)).toFormat(format, { delay: [100, 200, 300], loop: 0 }).toBuffer()
    const { written, metadata } = await normalised(bytes)
    expect(written).toMatchObject({ width: 40, height: 30 })
    expect(metadata).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 0 })
  })

  test('a GIF loses comments, XMP and data after its end', async () => {
    const bytes = await (await animation(2)).gif().toBuffer()
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, SECRET.length]), latin(SECRET), Buffer.from([0])])
    const foreign = Buffer.concat([
      Buffer.from([0x21, 0xff, 11]),
      latin('XMP DataXMP'),
      Buffer.from([3, 1, 2, 3, 0]),
    ])
    const said = Buffer.concat([bytes.subarray(0, -1), comment, foreign, latin(';'), latin(SECRET)])
    const { out } = await normalised(said)
    expect(out.equals(bytes)).toBe(true)
  })

  test('is the same each time', async () => {
    const bytes = await noise(60, 40).jpeg().toBuffer()
    const [first, second] = [await normalised(bytes), await normalised(bytes)]
    expect(first.out.equals(second.out)).toBe(true)
  })
})

describe('a variant', () => {
  test.each([
    [1000, 500, 320, 320, 160],
    [1000, 500, 800, 800, 400],
    [200, 100, 320, 200, 100],
  ])('of %d×%d requested %d wide is %d×%d', async (width, height, asked, expectedWidth, expectedHeight) => {
    await writeFile(source, await noise(width, height).jpeg().withExif(exif).toBuffer())
    expect(await makeVariant(source, target, asked)).toMatchObject({
      width: expectedWidth,
      height: expectedHeight,
    })
    const out = await readFile(target)
    expect(await sharp(out).metadata()).toMatchObject({
      format: 'webp',
      width: expectedWidth,
      height: expectedHeight,
    })
    expect(out.includes(SECRET)).toBe(false)
  })

  test('of a rotated picture is rotated', async () => {
    await writeFile(source, await noise(800, 400).jpeg().withMetadata({ orientation: 8 }).toBuffer())
    expect(await makeVariant(source, target, 100)).toMatchObject({ width: 100, height: 200 })
  })

  test('of an animation is animated', async () => {
    await writeFile(source, await (await animation(3, 400, 200)).gif().toBuffer())
    expect(await makeVariant(source, target, 100)).toMatchObject({ width: 100, height: 50 })
    expect(await sharp(target, { animated: true }).metadata()).toMatchObject({ format: 'webp', pages: 3 })
  })
})

describe('a file that is not a picture', () => {
  test.each([
    ['text', 'hello'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['nothing', ''],
  ])('%s is rejected and leaves no file', async (_, content) => {
    await writeFile(source, content)
    await rm(target, { force: true })
    const refused = { refused: 'damaged-file' }
    expect(await inspectPicture(source)).toEqual(refused)
    expect(await normalisePicture(source, target)).toEqual(refused)
    expect(await makeVariant(source, target, 320)).toEqual(refused)
    expect(existsSync(target)).toBe(false)
  })

  test('a missing file is not an error of the picture', async () => {
    await expect(inspectPicture(path.join(folder, 'absent'))).rejects.toThrow('ENOENT')
  })
})

const canMount = process.getuid?.() === 0 && process.platform === 'linux' && existsSync('/bin/mount')

test.skipIf(!canMount)('a full disk is reported as such, and leaves no file', async () => {
  const disk = path.join(folder, 'disk')
  await mkdir(disk)
  await writeFile(source, await noise(600, 400).png().toBuffer())
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk])
  try {
    await expect(normalisePicture(source, path.join(disk, 'out'))).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(existsSync(path.join(disk, 'out'))).toBe(false)
  } finally {
    execFileSync('/bin/umount', [disk])
  }
})

test('twenty at once are all done', async () => {
  await writeFile(source, await noise(200, 200).jpeg().toBuffer())
  const done = await Promise.all(
    Array.from({ length: 20 }, (_, n) => makeVariant(source, `${target}-${n}`, 50)),
  )
  expect(done.every((variant) => 'width' in variant && variant.width === 50)).toBe(true)
})
