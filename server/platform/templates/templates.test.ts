import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTemplates } from './templates.ts'

const root = mkdtempSync(join(tmpdir(), 'templates-test-'))
afterAll(() => rmSync(root, { recursive: true }))
const nextTurn = () => new Promise((done) => setImmediate(done))

const builtIn = join(root, 'built-in')
mkdirSync(builtIn)
writeFileSync(join(builtIn, 'home.liquid'), 'built in')

function node(name: string) {
  const folder = join(root, name)
  const templates = createTemplates({
    builtIn,
    overrides: folder,
    timezone: 'UTC',
  })
  const write = (file: string, content: string | Buffer, seconds: number) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, file), content)
    utimesSync(join(folder, file), seconds, seconds)
  }
  return { templates, write }
}

test('nodes with the same files have the same version', async () => {
  const one = node('one')
  const other = node('other')
  expect(one.templates.version()).toBe('')
  let last = ''
  const changes = [
    ['home.liquid', 'A'],
    ['home.liquid', 'B'],
    ['site.css', 'C'],
    ['body.woff2', Buffer.from([0xff, 1])],
    ['body.woff2', Buffer.from([0xff, 2])],
    ['list.liquid', Buffer.from([0xff])],
  ] as const
  for (const [at, [file, content]] of changes.entries()) {
    one.write(file, content, 1_000 + at)
    other.write(file, content, 2_000 + at)
    await nextTurn()
    const version = one.templates.version()
    expect(version).not.toBe(last)
    expect(other.templates.version()).toBe(version)
    last = version
  }
})

test('time in which the processor is busy with something else does not count', async () => {
  const { templates, write } = node('slow')
  write('home.liquid', '{{ site.name }} {{ site.name }}', 1_000)
  await nextTurn()
  templates.version()
  let waits = 1
  const site = {
    get name() {
      if (waits-- > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100)
      return 'Mine'
    },
  }
  expect(templates.render('', 'home', { site })).toEqual({ text: 'Mine Mine', fault: undefined })
})

test('a folder that cannot be read is not used, and said so', () => {
  const { templates } = node('x'.repeat(300))
  templates.version()
  expect(templates.render('', 'home', {})).toEqual({
    text: 'built in',
    fault: { file: 'x'.repeat(300), line: 0, message: 'the folder cannot be read' },
  })
})
