import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../test/database.ts'
import { run, startNode } from '../test/program.ts'

const places: Awaited<ReturnType<typeof createPlace>>[] = []
afterAll(async () => {
  for (const place of places) await place.remove()
})

async function newPlace() {
  const place = await createPlace()
  places.push(place)
  return place
}

test('theme eject copies every file of the theme, and keeps existing files', async () => {
  const { settings, folder } = await newPlace()
  await mkdir(join(folder, 'theme'), { recursive: true })
  await writeFile(join(folder, 'theme/footer.liquid'), 'MINE')
  const ejected = await run(['theme', 'eject'], settings)
  expect(ejected.code).toBe(0)
  const builtIn = await readdir('server/features/site/theme')
  expect((await readdir(join(folder, 'theme'))).sort()).toEqual(builtIn.sort())
  expect(ejected.stdout).toMatch(/copied .*layout\.liquid/)
  expect(ejected.stdout).toMatch(/kept .*footer\.liquid/)
  expect(await readFile(join(folder, 'theme/footer.liquid'), 'utf8')).toBe('MINE')
})

test('seed --demo creates a readable magazine, once', async () => {
  const { settings } = await newPlace()
  const seeded = await run(['seed', '--demo'], settings)
  expect(seeded.code).toBe(0)
  expect(seeded.stdout).toContain('password')
  const again = await run(['seed', '--demo'], settings)
  expect(again.code).not.toBe(0)
  expect(again.stderr + again.stdout).toContain('already has articles')
  const node = startNode(settings)
  const url = await node.url()
  const read = async (path: string) => (await fetch(`${url}${path}`)).text()
  expect(await read('/')).toContain('研墨的十分钟')
  const article = await read('/articles/the-measure')
  expect(article).toContain('hljs-')
  const [, picture = ''] = /src="(\/uploads\/[^"]+)"/.exec(article) ?? []
  expect((await fetch(`${url}${picture}?w=320`)).headers.get('content-type')).toBe('image/webp')
  const discussed = await read('/articles/grinding-ink')
  expect(discussed).toContain('小满')
  expect(discussed).not.toContain('Default')
  node.signal('SIGTERM')
  await node.ended()
})

test('an import into an empty database says that the service has to be started first', async () => {
  const { settings, folder } = await newPlace()
  const refused = await run(['import', 'markdown', folder], settings)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('Start the service once first.')
})
