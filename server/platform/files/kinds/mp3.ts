import { readSlice } from '../file-slices.ts'

const WINDOW_BYTES = 64 * 1024
const MIN_FRAMES = 4
// Some encoders write padding between the tag and the first frame.
const LEADING_BYTES_MAX = 4096

const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES_1 = [44_100, 48_000, 32_000]

/** Requires several consecutive frames: a two-byte marker alone would match many other files. */
export async function isMp3(file: string): Promise<boolean> {
  const window = await readSlice(file, await afterTags(file), WINDOW_BYTES)
  let start = 0
  while (window[start] === 0) start += 1
  for (let at = start; at < Math.min(window.length, start + LEADING_BYTES_MAX); at += 1)
    if (framesFollow(window, at)) return true
  return false
}

async function afterTags(file: string): Promise<number> {
  let at = 0
  for (let count = 0; count < 4; count += 1) {
    const header = await readSlice(file, at, 10)
    if (header.length < 10 || header.toString('latin1', 0, 3) !== 'ID3') return at
    const hasFooter = ((header[5] ?? 0) & 0x10) !== 0
    at += 10 + syncSafe(header.subarray(6, 10)) + (hasFooter ? 10 : 0)
  }
  return at
}

function syncSafe(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
}

function framesFollow(window: Buffer, start: number): boolean {
  let at = start
  let frames = 0
  while (frames < MIN_FRAMES && at < window.length) {
    const length = frameLength(window, at)
    if (length === undefined) return false
    frames += 1
    at += length
  }
  // A very short file has fewer frames.
  return frames > 0 && (frames === MIN_FRAMES || at === window.length)
}

function frameLength(window: Buffer, at: number): number | undefined {
  const [sync, second, third] = [window[at], window[at + 1], window[at + 2]]
  if (sync !== 0xff || second === undefined || third === undefined || (second & 0xe0) !== 0xe0)
    return undefined
  const version = (second >> 3) & 3
  const isLayer3 = ((second >> 1) & 3) === 1
  if (!isLayer3 || version === 1) return undefined
  const isVersion1 = version === 3
  const bitrate = (isVersion1 ? BITRATES_1 : BITRATES_2)[third >> 4]
  const baseRate = SAMPLE_RATES_1[(third >> 2) & 3]
  if (!bitrate || !baseRate) return undefined
  const sampleRate = isVersion1 ? baseRate : version === 2 ? baseRate / 2 : baseRate / 4
  return Math.floor(((isVersion1 ? 144 : 72) * bitrate * 1000) / sampleRate) + ((third >> 1) & 1)
}
