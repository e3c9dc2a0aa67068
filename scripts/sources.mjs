// Checks the length of files, and that the platform uses no word of the product. The exceptions are listed here, each
// with its reason.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const MAX_LINES = 300

/** Files that may be longer, and why. */
const longFiles = {
  'contract/problems.ts': 'a table: every problem and issue with its texts in two languages',
}

/** Words of the product. In the platform they must not occur in names or texts; comments may use them as examples. */
const productWords = [
  ...['article', 'author', 'captcha', 'category', 'comment', 'draft', 'editor', 'favorite', 'moderation'],
  ...['newsletter', 'nickname', 'publication', 'recycle', 'reviewer', 'revision', 'vip', 'webhook'],
]

const AN_ELEMENT = 'the element of HTML'
const IN_MARKUP = 'comments in HTML, CSS, zip or pictures'

/** Where the platform uses such a word anyway, and why. */
const alsoKnown = {
  'server/platform/core/actor.ts': {
    draft: 'a scope of the contract',
    vip: 'a trait of the contract that lifts rate limits',
  },
  'server/platform/documents/pdf/html-elements.ts': { article: AN_ELEMENT },
  'server/platform/files/kinds/archives.ts': { comment: IN_MARKUP },
  'server/platform/files/kinds/pdf.ts': { comment: IN_MARKUP },
  'server/platform/files/kinds/polyglots.ts': { comment: IN_MARKUP },
  'server/platform/files/pictures/jpeg.ts': { comment: IN_MARKUP },
  'server/platform/files/pictures/picture-maker.mjs': { vip: 'libvips, which is called vips' },
  'server/platform/files/sample-files.ts': { comment: IN_MARKUP },
  'server/platform/files/svg/values.ts': { comment: IN_MARKUP },
  'server/platform/html/clean.ts': { comment: IN_MARKUP },
  'server/platform/html/vocabulary.ts': { article: AN_ELEMENT },
  'server/platform/markdown/blocks.ts': { article: AN_ELEMENT },
  'server/platform/markdown/tree.ts': { article: AN_ELEMENT },
  'server/platform/openapi/document.ts': { webhook: 'a part of OpenAPI' },
  'server/platform/openapi/shape.ts': { webhook: 'a part of OpenAPI' },
  'server/platform/openapi/shared-parts.ts': { draft: 'a draft of the IETF' },
  'server/platform/openapi/webhooks.ts': { webhook: 'a part of OpenAPI' },
  'server/platform/search/plain-text.ts': { comment: IN_MARKUP },
}

/** `files`: paths with their contents, without tests. */
export function problemsOf(files) {
  return files.flatMap(({ path, text }) => [...lengthProblems(path, text), ...wordProblems(path, text)])
}

function lengthProblems(path, text) {
  const lines = text.split('\n').length - 1
  if (path in longFiles)
    return lines > MAX_LINES ? [] : [`${path} is no longer long: take it out of the exceptions`]
  return lines > MAX_LINES
    ? [`${path} has ${lines} lines, more than ${MAX_LINES}: cut it by what it answers`]
    : []
}

function wordProblems(path, text) {
  if (!path.startsWith('server/platform/')) return []
  const known = alsoKnown[path] ?? {}
  const used = new Set(wordsOf(text))
  return [
    ...productWords
      .filter((word) => used.has(word) && !(word in known))
      .map((word) => `${path} knows the word "${word}" of the product`),
    ...Object.keys(known)
      .filter((word) => !used.has(word))
      .map((word) => `${path} no longer has the word "${word}": take it out of the exceptions`),
  ]
}

/** The words in names and texts, in the singular: `articleIds` contains article and id. */
function wordsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  return code
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/\bon(?=comment\b)/g, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
}

function sources() {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /^(bench|client|console|contract|scripts|server)\/.*\.(ts|tsx|mjs)$/.test(path))
    .filter((path) => !/\.test\.|^server\/test\/|\/generated\//.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = problemsOf(sources())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
