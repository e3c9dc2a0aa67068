import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../test/at-end.ts'
import { createPlace } from '../test/database.ts'
import { run, startNode } from '../test/program.ts'

const ADMIN_PASSWORD = 'the first administrator'

const place = await createPlace()
atEnd(() => place.remove())
const settings = { ...place.settings, ADMIN_PASSWORD }
let ask: (path: string, method?: string) => Promise<{ status: number; data: Record<string, unknown> }>

// The commands run beside a service on the same database.
beforeAll(async () => {
  const url = await startNode(settings).url()
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  ask = async (path, method = 'GET') => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${data.token}` },
    })
    return { status: answer.status, data: ((await answer.json()) as { data: Record<string, unknown> }).data }
  }
})

const newFolder = () => mkdtemp(join(place.folder, 'work-'))
const newestImport = async () => {
  const { data } = await ask('/api/imports')
  return (data.list as Record<string, unknown>[])[0]
}

/** A folder of Markdown with one article. */
async function sourceOf(title: string): Promise<string> {
  const folder = await newFolder()
  await writeFile(join(folder, 'a.md'), `---\ntitle: ${title}\n---\nText`)
  return folder
}

/** Root may write to any folder but those of the kernel. */
async function readOnlyFolder(): Promise<string> {
  if (process.getuid?.() === 0) return '/proc'
  const folder = await newFolder()
  await chmod(folder, 0o555)
  return folder
}

test('in a folder that is not writable nothing is imported', async () => {
  const source = await sourceOf('Not writable')
  const folder = await readOnlyFolder()
  const before = (await ask('/api/imports')).data.total
  const refused = await run(['import', 'markdown', source], settings, folder)
  expect(refused.stderr).toMatch(
    /^The report of the import cannot be written to .+\. Run the command in .+\n$/,
  )
  expect(refused.code).toBe(1)
  expect((await ask('/api/imports')).data.total).toBe(before)
  const dry = await run(['import', 'markdown', source, '--dry-run'], settings, folder)
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('Would import 1 of 1 texts')])
})

test('with --update a changed file changes its article, and undo keeps the change and says so', async () => {
  const source = await sourceOf('Updated')
  const folder = await newFolder()
  const take = async (...more: string[]) =>
    (await run(['import', 'markdown', source, ...more], settings, folder)).stdout
  await take()
  await writeFile(join(source, 'a.md'), '---\ntitle: Updated\n---\nNew text')
  expect(await take()).toContain('1 already existed.\nWith them')
  expect(await take('--update', '--dry-run')).toContain(
    'Would be updated because their files changed (1):\n  a.md\n',
  )
  expect(await take('--update')).toContain('Updated because their files changed (1):\n  a.md\n')
  const id = String((await newestImport())?.id)
  const undone = await run(['import', 'undo', id], settings, folder)
  expect(undone.stdout).toBe(
    '0 items were moved to the recycle bin.\n1 text that it updated keeps the update. Its former text is a revision.\n',
  )
  const other = await run(['import', 'ghost', join(source, 'a.md'), '--update'], settings, folder)
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--update')])
})

test('a dry run writes all losses to the file of --report, and nothing if there is such a file', async () => {
  const source = await newFolder()
  for (let number = 0; number < 25; number++)
    await writeFile(join(source, `a${number}.md`), `---\ntitle: T${number}\ndate: never ${number}\n---\nText`)
  const folder = await newFolder()
  const command = ['import', 'markdown', source, '--dry-run', '--report', 'report.json']
  const { code, stdout } = await run(command, settings, folder)
  expect([code, stdout]).toEqual([0, expect.stringContaining('and 30 more: --report FILE lists them')])
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
  expect(report).toMatchObject({ dry_run: true, articles: 25, losses_total: 50 })
  expect(report.losses).toHaveLength(50)
  const again = await run(command, settings, folder)
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/^--report: .*report\.json cannot be created \(EEXIST\)\.\n$/),
  ])
  expect(await readdir(folder)).toEqual(['report.json'])
})

test('an import whose report cannot be written is done, with its report', async () => {
  const folder = await newFolder()
  const source = await sourceOf('No report')
  const next = Number((await newestImport())?.id ?? 0) + 1
  await mkdir(join(folder, `import-${next}.json`))
  const { code, stderr } = await run(['import', 'markdown', source], settings, folder)
  expect(stderr).toMatch(/^Import \d+ is done, but .+\.json cannot be written \(EISDIR\)\. GET .+\n$/)
  expect(code).toBe(1)
  expect(await newestImport()).toMatchObject({ id: next, status: 'done', report: { articles: 1 } })
  expect(await readdir(folder)).toEqual([`import-${next}.json`])
})

test('an import that fails says why, can be undone, and resumes when the command runs again', async () => {
  const folder = await newFolder()
  const file = join(folder, 'export.xml')
  await writeFile(file, '<rss')
  const fail = async () => {
    const { code, stderr } = await run(['import', 'wordpress', file], settings, folder)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^export\.xml is not a WordPress export.*\n$/)])
    return newestImport()
  }
  const failed = await fail()
  expect(failed).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^export\.xml is not a WordPress export/),
  })
  expect(await fail()).toMatchObject({ id: failed?.id, status: 'failed' })
  expect(await ask(`/api/imports/${failed?.id}/undo`, 'POST')).toEqual({
    status: 200,
    data: { undone: 0, kept: 0 },
  })
  const again = await fail()
  expect(again?.id).not.toBe(failed?.id)
  await writeFile(
    file,
    '<rss><channel><wp:base_blog_url>https://old.example</wp:base_blog_url></channel></rss>',
  )
  const { code, stderr } = await run(['import', 'wordpress', file], settings, folder)
  expect([code, stderr]).toEqual([0, ''])
  expect(await newestImport()).toMatchObject({ id: again?.id, status: 'done', failure: '', progress: 100 })
})

test('a mapping to a user who does not exist is an error before anything is imported', async () => {
  const source = await sourceOf('Mapped')
  const before = (await ask('/api/imports')).data.total
  const cases = [
    ['--authors', 'jane=nosuch', '--authors: These users do not exist: nosuch.\n'],
    ['--categories', 'News=Press//Daily', '--categories: A level of the path is empty: Press//Daily.\n'],
  ]
  for (const [option = '', value = '', line] of cases)
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await run(
        ['import', 'markdown', source, option, value, ...more],
        settings,
        source,
      )
      expect([code, stderr]).toEqual([1, line])
    }
  expect((await ask('/api/imports')).data.total).toBe(before)
})
