import { createHash } from 'node:crypto'
import { type Language, messageOf, type Problem } from '../../platform/core/problem.ts'
import { escapeXml } from './feeds.rules.ts'

const STYLE =
  ':root{color-scheme:light dark}body{font:17px/1.7 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#fbfaf8,#161719);color:light-dark(#222,#e4e2de)}main{max-width:34rem;padding:3rem 1.5rem}h1{font-size:1.9rem;line-height:1.25;margin:0 0 1rem;font-weight:650}code{font-size:.9em;background:light-dark(#eeebe4,#26282c);padding:.1em .35em;border-radius:4px}a{color:light-dark(#0b57a4,#8ab8f0)}nav{display:flex;gap:1.25rem;flex-wrap:wrap;margin:1.75rem 0}nav a{font-weight:600}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export const CLOSED_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const texts = {
  en: {
    lang: 'en',
    title: 'Inkstone is running',
    what: 'This is a content management service: articles, pages, comments and files, with a console to write in and a JSON API to build on.',
    console: 'Open the console',
    docs: 'Read the API reference',
    how: 'Readers see no site here yet. To show the built-in one, sign in to the console, open Settings and turn on “Anyone can read articles” (<code>public_read</code>) and “Show the built-in website” (<code>site_enabled</code>).',
    missing: 'There is nothing at this address',
    back: 'Go to the start',
  },
  zh: {
    lang: 'zh-CN',
    title: 'Inkstone 正在运行',
    what: '这是一个内容管理服务：文章、单页、评论和文件，有写作用的管理后台，也有供程序使用的 JSON 接口。',
    console: '打开管理后台',
    docs: '查看接口文档',
    how: '目前还没有对读者开放的网站。要显示内置网站，请登录管理后台，在“设置”中打开“允许游客阅读文章”（<code>public_read</code>）和“启用内置网站”（<code>site_enabled</code>）。',
    missing: '这个地址没有内容',
    back: '回到首页',
  },
} as const

export function closedPage(language: Language): string {
  const text = texts[language]
  return page(
    text.lang,
    text.title,
    `<h1>${text.title}</h1><p>${text.what}</p><nav><a href="/admin">${text.console}</a><a href="/docs">${text.docs}</a></nav><p>${text.how}</p>`,
  )
}

export function closedNotFoundPage(language: Language): string {
  const text = texts[language]
  return page(text.lang, text.missing, `<h1>${text.missing}</h1><p><a href="/">${text.back}</a></p>`)
}

/** What was requested and did not succeed, in the language of the reader. */
export function problemPage(problem: Problem, language: Language): { html: string; policy: string } {
  const text = texts[language]
  const message = messageOf(problem.problem, language)
  const body = `<h1>${escapeXml(message)}</h1><p><a href="/">${text.back}</a></p>`
  return { html: page(text.lang, escapeXml(message), body), policy: CLOSED_POLICY }
}

function page(lang: string, title: string, body: string): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
}
