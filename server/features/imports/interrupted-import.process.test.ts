import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { connectDatabase } from '../../open-database.ts'
import { createLog } from '../../platform/core/log.ts'
import { atEnd } from '../../test/at-end.ts'
import { createPlace } from '../../test/database.ts'
import { program, startNode } from '../../test/program.ts'

/** A long run: `IMPORT_POSTS=3000 IMPORT_KILLS=10 npx vitest run --project process server/features/imports`. */
const POSTS = Number(process.env.IMPORT_POSTS ?? 150)
const KILLS = Number(process.env.IMPORT_KILLS ?? 6)
const ADMIN_PASSWORD = 'the first administrator'

const post = (id: number) => `<item><title>Post ${id}</title><link>https://old.example/post-${id}/</link>
<content:encoded><![CDATA[<p>Text ${id} <a href="https://old.example/post-${POSTS - id + 1}/">other</a> <img src="https://old.example/x.png"></p>]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:post_modified_gmt>2020-01-02 00:00:00</wp:post_modified_gmt><wp:post_name>post-${id}</wp:post_name>
<wp:status>${id % 7 === 0 ? 'private' : 'publish'}</wp:status><wp:post_type>post</wp:post_type><dc:creator>mary</dc:creator>
<category domain="category" nicename="c">Category ${id % 5}</category><category domain="post_tag" nicename="t">Tag ${id % 9}</category>
${[1, 2].map((n) => `<wp:comment><wp:comment_id>${id * 10 + n}</wp:comment_id><wp:comment_author>Guest</wp:comment_author><wp:comment_date_gmt>2020-02-01 00:00:00</wp:comment_date_gmt><wp:comment_content>Comment ${n} on ${id}</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${n === 2 ? id * 10 + 1 : 0}</wp:comment_parent></wp:comment>`).join('')}</item>`

const WXR = `<?xml version="1.0"?><rss><channel><title>Old</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
${Array.from({ length: POSTS }, (_, at) => post(at + 1)).join('\n')}</channel></rss>`

async function newPlace() {
  const place = await createPlace()
  atEnd(() => place.remove())
  const folder = join(place.folder, 'work')
  await mkdir(folder)
  await writeFile(join(folder, 'export.xml'), WXR)
  const start = (...args: string[]) =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ADMIN_PASSWORD, ...place.settings },
      stdio: 'ignore',
    })
  const run = async (...args: string[]) => {
    const [code] = await once(start(...args), 'close')
    expect(code, args.join(' ')).toBe(0)
  }
  await run('seed', '--articles', '1')
  return { folder, start, run, settings: { ...place.settings, ADMIN_PASSWORD } }
}

type Place = Awaited<ReturnType<typeof newPlace>>

/** Everything that was imported, without ids and the sample article. */
async function contentOf({ folder, run }: Place) {
  await run('export', 'markdown')
  await run('export', '--format', 'jsonl', 'lines')
  const texts: Record<string, string> = {}
  for (const name of await readdir(join(folder, 'markdown', 'articles')))
    if (name.startsWith('post-'))
      texts[name] = await readFile(join(folder, 'markdown', 'articles', name), 'utf8')
  const comments = (await readFile(join(folder, 'lines', 'comments.jsonl'), 'utf8'))
    .split('\n')
    .filter(Boolean)
  return {
    texts,
    comments: comments
      .map((line) => JSON.parse(line))
      .map(({ content, article, status, parent_id }) => [content, article.title, status, parent_id > 0])
      .sort(),
  }
}

interface Report {
  readonly losses: readonly { readonly where: string; readonly what: string }[]
}

/** The losses, sorted by text. */
const sorted = <Given extends Report>(report: Given) => ({
  ...report,
  losses: report.losses.map(({ where, what }) => `${where}: ${what}`).sort(),
})
const linesOf = (csv: string) => csv.split('\r\n').sort()

/** With the report of the command. */
async function resultOf(place: Place) {
  const read = (name: string) => readFile(join(place.folder, name), 'utf8')
  return {
    ...(await contentOf(place)),
    report: sorted(JSON.parse(await read('import-1.json'))),
    redirects: linesOf(await read('import-1-redirects.csv')),
  }
}

/** The result of an undisturbed import. */
let undisturbed: ReturnType<typeof resultOf> | undefined
function calmImport() {
  undisturbed ??= (async () => {
    const calm = await newPlace()
    await calm.run('import', 'wordpress', 'export.xml', '--media', 'skip')
    return resultOf(calm)
  })()
  return undisturbed
}

/** Beside the program, on its database. */
async function withDatabaseOf<Result>(
  { settings }: Place,
  work: (engine: Awaited<ReturnType<typeof connectDatabase>>) => Promise<Result>,
): Promise<Result> {
  const engine = await connectDatabase(
    readConfig(settings, process.cwd()),
    createLog({ level: 'silent', pretty: false, to: { write: () => {} } }),
  )
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

test('an import that is killed several times has the same result as an undisturbed one', async () => {
  const expected = await calmImport()
  expect(Object.keys(expected.texts)).toHaveLength(POSTS)
  expect(expected.comments).toHaveLength(2 * POSTS)

  const rough = await newPlace()
  let killed = 0
  await withDatabaseOf(rough, async ({ db }) => {
    const imported = async () => {
      const { count } = await db
        .selectFrom('articles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count) - 1
    }
    // By turns a moment after something was stored, and on the way there: at its start, while it reads, or within a
    // transaction. Each resumes where the one before was killed, so all together take little longer than an undisturbed one.
    let untilStoredMs = 0
    for (let round = 0; round < KILLS; round++) {
      const before = await imported()
      const begun = performance.now()
      const child = rough.start('import', 'wordpress', 'export.xml', '--media', 'skip')
      const ended = once(child, 'close')
      if (round % 2 === 0) {
        while (child.exitCode === null && (await imported()) === before) await pause(5)
        untilStoredMs = performance.now() - begun
        await Promise.race([pause(round * 4), ended])
      } else await Promise.race([pause(untilStoredMs * (0.5 + (0.5 * round) / KILLS)), ended])
      child.kill('SIGKILL')
      const [code] = await ended
      if (code === null) killed += 1
    }
  })
  // On a busy machine the last ones can come too late.
  expect(killed).toBeGreaterThan(KILLS / 2)
  await rough.run('import', 'wordpress', 'export.xml', '--media', 'skip')
  expect(await resultOf(rough)).toEqual(expected)
}, 300_000)

/** Lets the lease of the killed node expire. */
async function expireLeases(place: Place): Promise<void> {
  await withDatabaseOf(place, (engine) =>
    engine.transact((tx) =>
      tx.updateTable('jobs').set({ leased_until: 0 }).where('state', '=', 'running').execute(),
    ),
  )
}

async function serving(settings: Readonly<Record<string, string>>) {
  const node = startNode({ ...settings, RATE_LIMIT_ANON: '0', RATE_LIMIT_USER: '0' })
  const url = await node.url()
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const headers = { authorization: `Bearer ${data.token}` }
  const ask = async (path: string, more: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, { headers, ...more })
    expect(answer.status, path).toBeLessThan(300)
    return answer
  }
  return {
    node,
    text: async (path: string) => (await ask(path)).text(),
    data: async (path: string, more?: RequestInit) => (await (await ask(path, more)).json()).data,
  }
}

test('so has an import over HTTP whose node is killed', async () => {
  const expected = await calmImport()
  const place = await newPlace()
  let service = await serving(place.settings)
  const form = new FormData()
  form.append('kind', 'wordpress')
  form.append('media', 'skip')
  form.append('file', new Blob([WXR]), 'export.xml')
  const { id } = await service.data('/api/imports', { method: 'POST', body: form })
  const importNow = () => service.data(`/api/imports/${id}`)
  let killed = 0
  for (const share of [0, 0.4, 0.8]) {
    await expect
      .poll(async () => (await service.data('/api/articles?page_size=1')).total, {
        timeout: 60_000,
        interval: 5,
      })
      .toBeGreaterThan(1 + share * POSTS)
    if ((await importNow()).status === 'running') killed += 1
    service.node.signal('SIGKILL')
    await service.node.ended()
    await expireLeases(place)
    service = await serving(place.settings)
  }
  expect(killed).toBeGreaterThan(1)
  await expect.poll(async () => (await importNow()).status, { timeout: 60_000, interval: 50 }).toBe('done')
  const { report } = await importNow()
  const redirects = linesOf(await service.text(`/api/imports/${id}/redirects`))
  service.node.signal('SIGTERM')
  await service.node.ended()
  const { texts, comments } = await contentOf(place)
  expect({ texts, comments, redirects }).toEqual({
    texts: expected.texts,
    comments: expected.comments,
    redirects: expected.redirects,
  })
  const { articles, comments: said, losses } = sorted(report)
  expect([articles, said, losses]).toEqual([
    expected.report.articles,
    expected.report.comments,
    expected.report.losses,
  ])
}, 300_000)

test('an update of a folder that is killed changes each text once', async () => {
  const place = await newPlace()
  const docs = join(place.folder, 'docs')
  await mkdir(docs)
  const writeAll = async (text: string) => {
    for (let id = 1; id <= POSTS; id++)
      await writeFile(
        join(docs, `post-${id}.md`),
        `---\ntitle: Post ${id}\n---\n${text} [next](post-${id + 1}.md)`,
      )
  }
  await writeAll('Old')
  await place.run('import', 'markdown', 'docs')
  await writeAll('New')
  const counts = () =>
    withDatabaseOf(place, async ({ db }) => {
      const of = async (table: 'articles' | 'article_revisions') => {
        const { count } = await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return Number(count)
      }
      return { articles: await of('articles'), revisions: await of('article_revisions') }
    })
  let killed = 0
  for (let round = 0; round < KILLS / 2; round++) {
    const { revisions: before } = await counts()
    const child = place.start('import', 'markdown', 'docs', '--update')
    const ended = once(child, 'close')
    while (child.exitCode === null && (await counts()).revisions === before) await pause(5)
    child.kill('SIGKILL')
    const [code] = await ended
    if (code === null) killed += 1
  }
  expect(killed).toBeGreaterThan(0)
  await place.run('import', 'markdown', 'docs', '--update')
  expect(await counts()).toEqual({ articles: POSTS + 1, revisions: POSTS })
  const { texts } = await contentOf(place)
  expect(texts['post-7.md']).toContain('New [next](/articles/post-8)')
  const report = JSON.parse(await readFile(join(place.folder, 'import-2.json'), 'utf8'))
  expect(report).toMatchObject({ articles: 0, already_there: POSTS, updated: POSTS })
}, 300_000)
