import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../../test/database.ts'

const POSTS = 600
const KILLS = 10
const program = fileURLToPath(new URL('../../bin/inkstone.mjs', import.meta.url))

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
  afterAll(() => place.remove())
  const folder = join(place.folder, 'work')
  await mkdir(folder)
  await writeFile(join(folder, 'export.xml'), WXR)
  const start = (...args: string[]) =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ADMIN_PASSWORD: 'the first administrator', ...place.settings },
      stdio: 'ignore',
    })
  const run = async (...args: string[]) => {
    const [code] = await once(start(...args), 'close')
    expect(code, args.join(' ')).toBe(0)
  }
  await run('seed', '--articles', '1')
  return { folder, start, run }
}

type Place = Awaited<ReturnType<typeof newPlace>>

/** Everything that was taken, without ids and the sample article. */
async function resultOf({ folder, run }: Place) {
  await run('export', 'markdown')
  await run('export', '--format', 'jsonl', 'lines')
  const texts: Record<string, string> = {}
  for (const name of await readdir(join(folder, 'markdown', 'articles')))
    if (name.startsWith('post-'))
      texts[name] = await readFile(join(folder, 'markdown', 'articles', name), 'utf8')
  const comments = (await readFile(join(folder, 'lines', 'comments.jsonl'), 'utf8'))
    .split('\n')
    .filter(Boolean)
  const report = JSON.parse(await readFile(join(folder, 'import-1.json'), 'utf8'))
  return {
    texts,
    comments: comments
      .map((line) => JSON.parse(line))
      .map(({ content, article, status, parent_id }) => [content, article.title, status, parent_id > 0])
      .sort(),
    report: {
      ...report,
      losses: report.losses.map(({ where, what }: Record<string, string>) => `${where}: ${what}`).sort(),
    },
    redirects: (await readFile(join(folder, 'import-1-redirects.csv'), 'utf8')).split('\r\n').sort(),
  }
}

test('an import that is killed again and again ends as one that was not', async () => {
  const calm = await newPlace()
  const begun = performance.now()
  await calm.run('import', 'wordpress', 'export.xml', '--media', 'skip')
  const calmMs = performance.now() - begun
  const expected = await resultOf(calm)
  expect(Object.keys(expected.texts)).toHaveLength(POSTS)
  expect(expected.comments).toHaveLength(2 * POSTS)

  const rough = await newPlace()
  let killed = 0
  // Each goes on where the one before was killed: all of them together take little longer than the calm one.
  for (let round = 0; killed < KILLS && round < 2 * KILLS; round++) {
    const wait = calmMs * (0.35 + 0.02 * round)
    const child = rough.start('import', 'wordpress', 'export.xml', '--media', 'skip')
    const ended = once(child, 'close')
    await Promise.race([pause(wait), ended])
    child.kill('SIGKILL')
    const [code] = await ended
    if (code === 0) break
    killed += 1
  }
  expect(killed).toBeGreaterThan(0)
  await rough.run('import', 'wordpress', 'export.xml', '--media', 'skip')
  expect(await resultOf(rough)).toEqual(expected)
}, 300_000)
