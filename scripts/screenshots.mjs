// Takes the screenshots for README and docs: of the sample magazine, in its own folder, in Chromium. Set
// TEST_CHROMIUM to the path of Chromium; Chinese needs a font.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const ofServer = createRequire(new URL('../server/package.json', import.meta.url))
const sharp = ofServer('sharp')
const { DatabaseSync } = ofServer('@photostructure/sqlite')
const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'docs/screenshots')
const password = 'a password for pictures'
const port = process.env.PORT ?? '3099'
const base = `http://127.0.0.1:${port}`
const MAX_BYTES = 60_000

const executablePath = process.env.TEST_CHROMIUM
if (!executablePath) {
  console.error('TEST_CHROMIUM must say where Chromium is')
  process.exit(2)
}

/** Name, path, language, theme, width. */
const pictures = [
  ['overview', '/admin/', 'en-US', 'light', 1280],
  ['articles', '/admin/articles', 'zh-CN', 'light', 1280],
  ['editor', '/admin/articles/{id}', 'en-US', 'light', 1280],
  ['calendar', '/admin/calendar', 'zh-CN', 'dark', 1280],
  ['site', '/', 'zh-CN', 'light', 1280],
  ['phone', '/admin/articles/{id}', 'zh-CN', 'dark', 390],
]

const folder = await mkdtemp(join(tmpdir(), 'inkstone-screenshots-'))
const env = {
  ...process.env,
  DATA_DIR: folder,
  PORT: port,
  ADMIN_PASSWORD: password,
  RATE_LIMIT_ANON: '0',
  RATE_LIMIT_USER: '0',
  LOG_LEVEL: 'error',
}
const inkstone = (...words) =>
  spawn(process.execPath, [join(root, 'server/bin/inkstone.mjs'), ...words], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
await once(inkstone('seed', '--demo'), 'exit')
pretendReaders()
const service = inkstone('serve')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await untilReady()
  const { token, user } = await ask('POST', '/api/auth/login', { username: 'admin', password })
  const { list } = await ask('GET', '/api/articles?page_size=20', undefined, token)
  await enliven(list, token)
  const id = list.find(({ title, cover }) => /^[A-Z]/.test(title) && cover !== '')?.id ?? list[0].id
  await mkdir(target, { recursive: true })
  for (const [name, path, locale, colorScheme, width] of pictures) {
    const context = await browser.newContext({
      locale,
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: width < 600 ? 844 : 800 },
    })
    const session = JSON.stringify({ token, expires: Date.now() + 7_200_000, user })
    const kept = { 'inkstone.session': session, 'inkstone.first-steps': '{"0":{"hidden":true,"ticked":[]}}' }
    await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(kept)})`)
    const page = await context.newPage()
    await page.goto(base + path.replace('{id}', id), { waitUntil: 'networkidle' })
    await untilQuiet(page)
    const taken = await page.screenshot()
    const file = join(target, `${name}.webp`)
    const { size } = await sharp(taken).webp({ quality: 64 }).toFile(file)
    console.log(`${name}: ${Math.ceil(size / 1024)} KB`)
    if (size > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES} bytes`)
    await context.close()
  }
} finally {
  await browser.close()
  service.kill('SIGTERM')
  await once(service, 'exit')
  await rm(folder, { recursive: true, force: true })
}

/** Nothing loads for a second: on a busy machine a loader may appear after the last request. */
async function untilQuiet(page) {
  const isBusy = `document.querySelector('[aria-busy=true], .mantine-Loader-root') !== null ||
    document.querySelector('main')?.innerText.trim() === '' || [...document.images].some(({ complete }) => !complete)`
  for (let quiet = 0; quiet < 5; quiet++) {
    await page.waitForTimeout(200)
    if (await page.evaluate(isBusy)) quiet = -1
  }
}

/** Views of the last weeks, which no request can create: always the same, so that the picture stays the same. */
function pretendReaders() {
  const database = new DatabaseSync(join(folder, 'inkstone.db'))
  const today = Math.floor(Date.now() / 86_400_000)
  const articles = database.prepare('select id, site_id from articles where status = 1').all()
  const insert = database.prepare(
    'insert into article_daily_views (article_id, day, site_id, views) values (?, ?, ?, ?)',
  )
  for (const { id, site_id } of articles)
    for (let ago = 0; ago < 90; ago++)
      insert.run(id, today - ago, site_id, 12 + ((id * 31 + ago * 17) % 23) + (ago % 7 < 2 ? 9 : 0))
  database.close()
}

/** A user, schedules and a draft: otherwise the calendar would be empty. */
async function enliven(list, token) {
  await ask('PUT', '/api/auth/me', { nickname: '编辑部', email: 'editors@example.com' }, token)
  const day = (n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
  for (const [n, { id }] of list.slice(0, 5).entries())
    await ask('PUT', `/api/articles/${id}`, { publish_time: `${day(-2 * n - 1)} 09:00:00` }, token)
  const { category } = list[0]
  const make = (title, more = {}) =>
    ask('POST', '/api/articles', { title, content: '<p>…</p>', category_id: category.id, ...more }, token)
  await make('秋天的信 Letters in autumn', { status: 1, publish_time: `${day(3)} 08:00:00` })
  await make('装订一本小书', { status: 1, publish_time: `${day(6)} 18:30:00` })
  await make('Notes on margins')
}

async function untilReady() {
  for (let turn = 0; turn < 300; turn++) {
    const ready = await fetch(`${base}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the service did not start')
}

async function ask(method, path, body, token) {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, message } = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${message}`)
  return data
}
