import type { Language } from '../../platform/core/problem.ts'

const FONT = "16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif"

/** The page around an e-mail: readable on a phone, with lines of limited length on a large screen. No images, no fonts to load. */
export function emailPage(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 16px;font:${FONT}">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere;word-break:break-word">
${body}
</div></body></html>
`
}

/** A button, and its address for people whose e-mail program does not open it. */
export function linkButton(link: string, label: string): string {
  const address = escapeHtml(link)
  const style =
    'display:inline-block;padding:10px 20px;border-radius:6px;background:#1c4f82;color:#fff;text-decoration:none'
  return `<p><a href="${address}" style="${style}">${escapeHtml(label)}</a></p>${footnote(address)}`
}

/** Small print. Takes HTML. */
export function footnote(html: string): string {
  return `<p style="color:#666;font-size:13px">${html}</p>`
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '')
}
