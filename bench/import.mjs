// Imports a WordPress export with very many posts and comments: how fast it is, and how much more memory it needs
// than an import of one post. `node bench/import.mjs [POSTS] [COMMENTS]`; default 50,000 and 200,000.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MIN_POSTS_PER_SECOND = 300
const MAX_GROWTH_MEGABYTES = 200
const LOOK_EVERY_MS = 100

const program = fileURLToPath(new URL('../server/bin/inkstone.mjs', import.meta.url))
const posts = Number(process.argv[2] ?? 50_000)
const comments = Number(process.argv[3] ?? 200_000)
const WORDS = 'the sea at dawn is grey and wide and nobody writes about it as often as about the hills'.split(
  ' ',
)

const text = (seed) =>
  Array.from(
    { length: 6 },
    (_, at) => `<!-- wp:paragraph --><p>${words(seed + at, 60)}</p><!-- /wp:paragraph -->`,
  ).join('\n')
const words = (seed, count) =>
  Array.from({ length: count }, (_, at) => WORDS[(seed * 7 + at * 13) % WORDS.length]).join(' ')

async function writeExport(file, postCount, commentCount) {
  const stream = createWriteStream(file)
  const write = async (part) => {
    if (!stream.write(part)) await once(stream, 'drain')
  }
  await write('<?xml version="1.0"?><rss><channel><title>Bench</title><link>https://old.example</link>')
  await write('<wp:base_blog_url>https://old.example</wp:base_blog_url>')
  let written = 0
  for (let id = 1; id <= postCount; id++) {
    await write(`<item><title>Post ${id}</title><link>https://old.example/post-${id}/</link><dc:creator>writer-${id % 10}</dc:creator>
<content:encoded><![CDATA[${text(id)}<p><a href="https://old.example/post-${1 + ((id * 31) % postCount)}/">another</a></p>]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:post_name>post-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="category" nicename="c${id % 20}">Category ${id % 20}</category><category domain="post_tag" nicename="t${id % 50}">Tag ${id % 50}</category>`)
    for (const until = Math.round((id / postCount) * commentCount); written < until; )
      await write(
        `<wp:comment><wp:comment_id>${++written}</wp:comment_id><wp:comment_author>Guest</wp:comment_author><wp:comment_author_email>g@example.com</wp:comment_author_email><wp:comment_date_gmt>2020-02-01 00:00:00</wp:comment_date_gmt><wp:comment_content><![CDATA[${words(written, 20)}]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>`,
      )
    await write('</item>\n')
  }
  stream.end('</channel></rss>')
  await once(stream, 'finish')
}

async function inkstone(folder, ...args) {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, LOOK_EVERY_MS)
  const startedAt = performance.now()
  const [code] = await once(child, 'close')
  clearInterval(look)
  if (code !== 0) throw new Error(`inkstone ${args.join(' ')} ended with ${code}`)
  return { seconds: (performance.now() - startedAt) / 1000, megabytes: peak }
}

const folder = await mkdtemp(join(tmpdir(), 'inkstone-bench-'))
try {
  await inkstone(folder, 'seed', '--articles', '1')
  await writeExport(join(folder, 'one.xml'), 1, 1)
  const least = await inkstone(folder, 'import', 'wordpress', 'one.xml', '--media', 'skip')
  await writeExport(join(folder, 'many.xml'), posts, comments)
  const { size } = await stat(join(folder, 'many.xml'))
  const whole = await inkstone(folder, 'import', 'wordpress', 'many.xml', '--media', 'skip')
  const rate = posts / Math.max(whole.seconds - least.seconds, 0.001)
  const growth = whole.megabytes - least.megabytes
  console.log(
    `${posts} posts, ${comments} comments, ${Math.round(size / 1_000_000)} MB: ${whole.seconds.toFixed(1)} s`,
  )
  console.log(`${Math.round(rate)} posts a second (at least ${MIN_POSTS_PER_SECOND} are wanted)`)
  console.log(
    `memory: ${Math.round(whole.megabytes)} MB at most, ${Math.round(growth)} MB above one post (at most ${MAX_GROWTH_MEGABYTES})`,
  )
  process.exitCode = rate < MIN_POSTS_PER_SECOND || growth > MAX_GROWTH_MEGABYTES ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
