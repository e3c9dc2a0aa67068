// `npm run demo`: a small bilingual magazine in a folder of its own (DATA_DIR, ./data-demo when not set), and the service
// that shows it. With content there already it only starts the service.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// It belongs to the server.
const sharp = createRequire(new URL('../server/package.json', import.meta.url))('sharp')
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = process.env.DATA_DIR ?? join(root, 'data-demo')
const port = process.env.PORT ?? '3000'
const base = `http://127.0.0.1:${port}`
const password = process.env.ADMIN_PASSWORD ?? randomBytes(9).toString('base64url')
const isNew = !existsSync(join(folder, 'inkstone.db'))

const service = spawn(process.execPath, [join(root, 'server/bin/inkstone.mjs'), 'serve'], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: folder, PORT: port, ADMIN_PASSWORD: password, RATE_LIMIT_USER: '0' },
})
service.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal))

async function untilReady() {
  for (let turn = 0; turn < 300; turn++) {
    const ready = await fetch(`${base}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the service did not start')
}

async function fill() {
  const { token } = await call('POST', '/api/auth/login', { username: 'admin', password })
  const put = (method, path, body) => call(method, path, body, token)
  await put('PUT', '/api/settings', {
    public_read: 1,
    site_name: '砚边 Inkstone',
    site_description: '关于纸、墨与文字的小杂志 · A small magazine about paper, ink and letters',
    site_look: 'magazine',
  })
  await put('PUT', '/api/auth/me', { nickname: '编辑部' })
  const ids = {}
  for (const [alias, name] of [
    ['craft', '手艺'],
    ['reading', '阅读'],
    ['english', 'In English'],
  ])
    ids[alias] = (await put('POST', '/api/categories', { name, alias, show_in_nav: 1 })).id
  const tags = {}
  for (const name of ['墨', '纸', 'Type', 'Letters'])
    tags[name] = (await put('POST', '/api/tags', { name, alias: `t-${Object.keys(tags).length + 1}` })).id
  await put('POST', '/api/pages', {
    title: '关于 About',
    alias: 'about',
    show_in_nav: 1,
    content:
      '<p>这是一本示例杂志，图片与文字都由程序生成。</p><p lang="en">This is a sample magazine; its pictures were drawn by a program.</p>',
  })
  for (const [index, article] of articles.entries()) {
    const [category, alias, title, tag, paragraphs] = article
    await put('POST', '/api/articles', {
      title,
      alias,
      category_id: ids[category],
      tag_ids: [tags[tag]],
      content: paragraphs.join('\n'),
      cover: index % 4 === 3 ? '' : await drawn(index, token),
      status: 1,
      is_top: index === 0 ? 1 : 0,
      publish_time: `2026-0${(index % 9) + 1}-${10 + index} 09:00:00`,
    })
  }
}

async function call(method, path, body, token) {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const { data, message, errors } = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${message} ${JSON.stringify(errors ?? {})}`)
  return data
}

/** A quiet landscape in the colours of ink. */
async function drawn(number, token) {
  const hue = (number * 67 + 20) % 360
  const hills = [0, 1, 2, 3].map((row) => {
    const top = 420 + row * 110
    const at = (x) => top - 90 * Math.sin(x / (170 + row * 40) + number * 1.7 + row)
    const line = Array.from({ length: 33 }, (_, step) => `L${step * 50} ${at(step * 50).toFixed(0)}`).join('')
    return `<path d="M0 900${line}L1600 900z" fill="hsl(${hue} ${18 + row * 5}% ${72 - row * 15}%)"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="hsl(${hue} 30% 91%)"/><circle cx="${300 + ((number * 290) % 1000)}" cy="240" r="90" fill="hsl(${(hue + 330) % 360} 62% 62%)"/>${hills.join('')}</svg>`
  const form = new FormData()
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  form.set('file', new Blob([png], { type: 'image/png' }), `cover-${number}.png`)
  const answer = await fetch(`${base}/api/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return (await answer.json()).data.url
}

const chinese = (topic) => [
  `<p>清晨研墨，水要少，手要轻。${topic}这件事，看起来只是重复，做久了才知道每一次都不一样。</p>`,
  '<h2>从一张纸开始</h2><p>纸有正反，墨分浓淡。把 English words 和汉字排在同一行时，字距与行高都要重新想过：太挤显得急，太松又散。</p>',
  '<blockquote><p>工欲善其事，必先利其器。</p></blockquote>',
  '<p>我们在桌上放了三种纸，写了同样的一句话，等它干透，再看光线从窗边照过来的样子。</p>',
]
const english = (topic) => [
  `<p>${topic} begins with a small decision about space: how far apart two lines should stand, and how long a line may be before the eye loses its way back.</p>`,
  '<h2>The measure</h2><p>Sixty to seventy characters are a comfortable line. Chinese, 中文, wants fewer and a little more air between the lines.</p>',
  '<pre><code>line-height: 1.75;\nmax-width: 40rem;</code></pre>',
  '<p>Everything else follows from reading the page aloud, once, slowly.</p>',
]
const articles = [
  ['craft', 'grinding-ink', '研墨的十分钟', '墨', chinese('研墨')],
  ['english', 'the-measure', 'The measure of a line', 'Type', english('Typography')],
  ['reading', 'by-the-window', '窗边读书记', '纸', chinese('读书')],
  ['english', 'letters-home', 'Letters home', 'Letters', english('A letter')],
  ['craft', 'paper-edges', '纸的边缘', '纸', chinese('裁纸')],
  ['english', 'mixed-scripts', 'Setting two scripts together', 'Type', english('Mixed setting')],
  ['reading', 'night-notes', '夜里的笔记', '墨', chinese('记笔记')],
  ['craft', 'binding', '一根线，一本书', '纸', chinese('装订')],
]

try {
  await untilReady()
  if (isNew) {
    await fill()
    console.log(`\nThe magazine is at ${base}/, the console at ${base}/admin (admin, ${password}).\n`)
  }
} catch (error) {
  console.error(error.message)
  service.kill('SIGTERM')
  process.exitCode = 1
}
