// Uploads a hundred files of ten megabytes, eight at a time: how much the memory of the service grows, and whether it
// still responds. The memory of its child processes is included, and shared memory is counted once.
import { randomFillSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { sharedMegabytes, startService } from './service.mjs'

const UPLOADS = 100
const CONCURRENCY = 8
const FILE_BYTES = 10_000_000
const MAX_GROWTH_MEGABYTES = 80
const MOST_HEALTH_P99_MS = 200

const kinds = {
  jpeg: { name: 'photo.jpg', type: 'image/jpeg', bytes: await photo(), unlike: printedDenser },
  mp4: { name: 'film.mp4', type: 'video/mp4', bytes: film(), unlike: endedOtherwise },
}

/** Twelve megapixels, like a phone's camera. */
async function photo() {
  const [width, height] = [4000, 3000]
  const small = { width: 1000, height: 750, channels: 3 }
  const noise = randomFillSync(Buffer.alloc(small.width * small.height * 3))
  const pixels = await sharp(noise, { raw: small }).resize(width, height).raw().toBuffer()
  const raw = { width, height, channels: 3 }
  for (let quality = 100; quality > 50; quality--) {
    const bytes = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer()
    if (bytes.length <= FILE_BYTES) return bytes
  }
  throw new Error('no quality makes it so small')
}

function film() {
  const bytes = randomFillSync(Buffer.alloc(FILE_BYTES))
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42\0\0\0\x08moov\0\0\0\0mdat', 'latin1')
  head.copy(bytes)
  return bytes
}

/** Identical files are stored once, so each file differs, here in its pixel density. */
function printedDenser(bytes, number) {
  const density = Buffer.alloc(4)
  density.writeUInt16BE(1 + number, 0)
  density.writeUInt16BE(1 + number, 2)
  return [bytes.subarray(0, 14), density, bytes.subarray(18)]
}

function endedOtherwise(bytes, number) {
  const last = Buffer.alloc(4)
  last.writeUInt32BE(number)
  return [bytes.subarray(0, -4), last]
}

async function measure(service, { name, type, bytes, unlike }) {
  let next = 0
  let failed = 0
  const upload = async () => {
    while (next < UPLOADS) {
      const form = new FormData()
      form.append('file', new Blob(unlike(bytes, next++), { type }), name)
      const { headers } = service
      const answer = await fetch(`${service.url}/api/media/upload`, { method: 'POST', headers, body: form })
      await answer.arrayBuffer()
      if (answer.status >= 400) failed++
    }
  }
  const before = await sharedMegabytes(service.pid)
  const during = await watch(service, () => Promise.all(Array.from({ length: CONCURRENCY }, upload)))
  const after = await watch(service, () => jobsDone(service))
  return { before, during, after, failed }
}

/** Image variants are created when no upload is waiting. */
async function jobsDone({ url, headers }) {
  for (let quiet = 0; quiet < 5; ) {
    await wait(500)
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
    quiet = /^inkstone_jobs_oldest_due_seconds 0$/m.test(metrics) ? quiet + 1 : 0
  }
}

/** Requests its health and reads its memory every 20 ms while the uploads run. */
async function watch(service, work) {
  const times = []
  let peak = 0
  let going = true
  const watching = (async () => {
    while (going) {
      const begun = performance.now()
      await (await fetch(`${service.url}/healthz`)).arrayBuffer()
      times.push(performance.now() - begun)
      peak = Math.max(peak, await sharedMegabytes(service.pid))
      await wait(20)
    }
  })()
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  going = false
  await watching
  times.sort((a, b) => a - b)
  return { peak, seconds, p99: times[Math.floor(times.length * 0.99)] }
}

for (const [kind, file] of Object.entries(kinds)) {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-uploads-'))
  const service = await startService({ folder, workers: 1, articles: 0 })
  try {
    const { before, during, after, failed } = await measure(service, file)
    const growth = during.peak - before
    const passes = growth < MAX_GROWTH_MEGABYTES && during.p99 < MOST_HEALTH_P99_MS && failed === 0
    console.log(
      [
        `${UPLOADS} ${kind} of ${(file.bytes.length / 1e6).toFixed(1)} MB, ${CONCURRENCY} at once: ${passes ? 'pass' : 'short'}`,
        `  ${during.seconds.toFixed(1)} s, ${failed} failed`,
        `  memory ${before} → ${during.peak} MB: +${growth} (goal: under ${MAX_GROWTH_MEGABYTES})`,
        `  healthz p99 ${during.p99.toFixed(0)} ms (goal: under ${MOST_HEALTH_P99_MS})`,
        `  what is made of them then: ${after.seconds.toFixed(0)} s, memory up to ${after.peak} MB`,
      ].join('\n'),
    )
  } finally {
    await service.stop()
    await rm(folder, { recursive: true })
  }
}
