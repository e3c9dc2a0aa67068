import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// Tests the installed package: without this repository, its libraries, and with an empty home.

const root = fileURLToPath(new URL('../..', import.meta.url))
const PASSWORD = 'the first administrator'
const MINUTES = 60_000

const folder = mkdtempSync(join(tmpdir(), 'inkstone-package-'))
const home = join(folder, 'home')
const place = join(folder, 'place')
const dataDir = join(folder, 'data')
const env = { PATH: process.env.PATH, HOME: home }
let service: ChildProcess | undefined

beforeAll(() => {
  for (const each of [home, place]) mkdirSync(each)
  writeFileSync(join(place, 'package.json'), '{"private":true}')
})
afterAll(() => {
  signal('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** To npx and all that it has started: it does not pass signals on to the service. */
function signal(name: NodeJS.Signals): void {
  try {
    if (service?.pid !== undefined) process.kill(-service.pid, name)
  } catch {
    // All of them have ended.
  }
}

/** Packs a workspace like `npm publish`, and returns the path of the file. */
function pack(workspace: string): string {
  const args = ['pack', '-w', workspace, '--json', '--pack-destination', folder]
  return join(folder, Object.values(JSON.parse(npm(args, root)) as { filename: string }[])[0]?.filename ?? '')
}

function npm(args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, env, encoding: 'utf8' })
  expect(status, `npm ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  expect(stderr.split('\n').filter((line) => line.startsWith('npm warn'))).toEqual([])
  return stdout
}

function install(file: string): void {
  npm(['install', '--omit=dev', '--no-audit', '--no-fund', file], place)
}

function filesOf(where: string): string[] {
  return readdirSync(where, { recursive: true, encoding: 'utf8' }).sort()
}

// Does not depend on the database, so one run is enough.
describe.skipIf(process.env.TEST_DATABASE_URL)('the package', () => {
  const times: string[] = []

  async function timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
    const start = performance.now()
    const result = await work()
    times.push(`${what} ${((performance.now() - start) / 1000).toFixed(1)} s`)
    return result
  }

  test(
    'of the server runs in an empty folder, and writes nothing outside DATA_DIR',
    async () => {
      const file = await timed('packed in', () => pack('server'))
      await timed('installed in', () => install(file))
      const { packages } = JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8'))
      const installed = Object.entries<{ hasInstallScript?: boolean }>(packages).filter(([path]) => path)
      expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
      expect(readdirSync(join(place, 'node_modules'))).not.toContain('esbuild')
      const before = [filesOf(place), filesOf(home).filter((path) => !path.startsWith('.npm'))]

      const url = await timed('started in', startService)
      expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
      await useIt(url)
      signal('SIGTERM')
      await once(service as ChildProcess, 'exit')

      expect([filesOf(place), filesOf(home).filter((path) => !path.startsWith('.npm'))]).toEqual(before)
      expect(readdirSync(dataDir)).toContain('inkstone.db')
      process.stdout.write(`inkstone from its package: ${times.join(', ')}\n`)
    },
    5 * MINUTES,
  )

  async function startService(): Promise<string> {
    const settings = { DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: PASSWORD }
    const child = spawn('npx', ['inkstone', 'serve'], {
      cwd: place,
      env: { ...env, ...settings },
      detached: true,
    })
    service = child
    let output = ''
    child.stderr.on('data', (text) => (output += text))
    for await (const text of child.stdout) {
      output += text
      const url = /"url":"([^"]+)"/.exec(output)?.[1]
      if (url) {
        child.stdout.resume()
        return url
      }
    }
    throw new Error(`the service ended:\n${output}`)
  }

  /**
   * Files next to the program and modules loaded on demand: the console, the theme, fonts, pictures, the API
   * document.
   */
  async function useIt(url: string): Promise<void> {
    const json = { 'content-type': 'application/json' }
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    })
    const authorization = `Bearer ${(await login.json()).data.token}`
    const article = { title: '砚台', content: '<p>墨 硯臺 すずり</p>', category_id: 1, status: 1 }
    const created = await fetch(`${url}/api/articles`, {
      method: 'POST',
      headers: { ...json, authorization },
      body: JSON.stringify(article),
    })
    expect((await created.json()).data).toMatchObject({
      title: article.title,
      alias: 'yan-tai',
    })
    const pdf = await fetch(`${url}/api/articles/export?format=pdf`, { headers: { authorization } })
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-.*NotoSansSC/s)
    const upload = new FormData()
    upload.append('file', new Blob([ONE_PIXEL]), 'dot.png')
    const media = await fetch(`${url}/api/media/upload`, {
      method: 'POST',
      headers: { authorization },
      body: upload,
    })
    expect((await media.json()).data).toMatchObject({ width: 1, height: 1 })
    for (const path of ['/admin/', '/', '/docs', '/api/openapi.json'])
      expect((await fetch(url + path)).status, path).toBe(200)
  }

  test(
    'of the client can be imported from plain Node',
    () => {
      install(pack('client'))
      const code = `import { createClient, InkstoneError } from '@inkstone/client'
        const client = createClient({ url: 'http://127.0.0.1:9', retries: 0 })
        console.log(typeof client.listArticles, new InkstoneError({}) instanceof Error)`
      const args = ['--input-type=module', '-e', code]
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: place, env, encoding: 'utf8' })
      expect(stdout.trim(), stderr).toBe('function true')
    },
    5 * MINUTES,
  )
})

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
