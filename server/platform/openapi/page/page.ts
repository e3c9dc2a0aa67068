import { createHash } from 'node:crypto'
import type { Language } from '../../core/problem.ts'
import { contentsScript } from './contents.script.ts'
import { elementsScript } from './elements.script.ts'
import { operationScript } from './operation.script.ts'
import { pageStyle } from './page-style.ts'
import { pageWords } from './page-words.ts'
import { requestScript } from './request.script.ts'
import { requestFormScript } from './request-form.script.ts'
import { schemaTreeScript } from './schema-tree.script.ts'
import { sendingScript } from './sending.script.ts'

const script = [
  elementsScript,
  schemaTreeScript,
  requestScript,
  requestFormScript,
  sendingScript,
  operationScript,
  contentsScript,
].join('')

/** The page may run only its own style and script and connect only to its own origin. */
export const pagePolicy = [
  "default-src 'none'",
  `script-src '${sha256(script)}'`,
  `style-src '${sha256(pageStyle)}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

export function pageIn(language: Language): string {
  const words = pageWords[language]
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.reference}</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header class="bar">
<button id="menu" type="button" class="quiet" aria-controls="contents" aria-expanded="false">${words.contents}</button>
<strong id="title">${words.reference}</strong>
<a href="/api/openapi.json">${words.document}</a>
</header>
<div class="frame">
<nav id="contents" aria-label="${words.contents}"></nav>
<main id="content" tabindex="-1"><noscript><p>${words.needsScript} <a href="/api/openapi.json">/api/openapi.json</a></p></noscript></main>
</div>
<script type="application/json" id="words">${JSON.stringify(words).replaceAll('<', '\\u003c')}</script>
<script type="module">${script}</script>
</body>
</html>
`
}
