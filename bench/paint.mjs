// What a reader of the site experiences in Chromium on a slow network and processor: the largest contentful paint,
// layout shifts, and the bytes transferred. Set TEST_CHROMIUM to the path of Chromium.
import { rm } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { median } from './measure.mjs'
import { call, demoFolder, startService } from './service.mjs'

const ROUNDS = 5
const LIMITS = { paintMs: 1_000, shift: 0.02, bytes: 60_000 }
/** Lighthouse's slow 4G. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWER_PROCESSOR = 4

const executablePath = process.env.TEST_CHROMIUM
if (!executablePath) {
  console.error('TEST_CHROMIUM must say where Chromium is')
  process.exit(2)
}

const folder = await demoFolder()
const service = await startService({ folder, workers: 1, articles: 0 })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
let isWorse = false
try {
  const [category] = await call(service, 'GET', '/api/categories')
  const text = '<p>A text without pictures, as long as most are, with some 中文 in it.</p>'.repeat(60)
  const plain = await call(service, 'POST', '/api/articles', {
    title: 'Without pictures',
    alias: 'without-pictures',
    content: text,
    category_id: category.id,
    status: 1,
  })
  await untilIdle()
  const { list } = await call(service, 'GET', '/api/articles?status=1&page_size=50')
  const pictured = list.find(({ cover, id }) => cover !== '' && id !== plain.id)
  for (const [name, path, mostBytes] of [
    ['home', '/'],
    ['an article with a cover', `/articles/${encodeURIComponent(pictured.alias)}`],
    ['an article without pictures', '/articles/without-pictures', LIMITS.bytes],
  ])
    for (const width of [1440, 390]) {
      const rounds = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await load(path, width))
      const paint = median(rounds.map(({ paint }) => paint))
      const shift = Math.max(...rounds.map(({ shift }) => shift))
      const bytes = Math.max(...rounds.map(({ bytes }) => bytes))
      isWorse ||=
        paint > LIMITS.paintMs || shift > LIMITS.shift || bytes > (mostBytes ?? Number.POSITIVE_INFINITY)
      console.log(
        `${name}, ${width} px: largest paint ${paint.toFixed(0)} ms, layout shift ${shift.toFixed(3)}, ${(bytes / 1000).toFixed(1)} KB`,
      )
    }
} finally {
  await browser.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(isWorse ? 1 : 0)

/** The sizes of the sample pictures are made after the start, which would slow down the first visits. */
async function untilIdle() {
  for (const state of ['waiting', 'running'])
    while ((await call(service, 'GET', `/api/jobs?kind=make-media-variants&state=${state}`)).total > 0)
      await new Promise((resolve) => setTimeout(resolve, 200))
}

/** A first visit, with an empty browser cache. */
async function load(path, width) {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(`
      globalThis.seen = { paint: 0, shift: 0 }
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.paint = startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value
      }).observe({ type: 'layout-shift', buffered: true })`)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(`${service.url}${path}`, { waitUntil: 'load' })
    await page.waitForTimeout(700)
    return { ...(await page.evaluate('seen')), bytes }
  } finally {
    await context.close()
  }
}
