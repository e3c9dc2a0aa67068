import { Script } from 'node:vm'
import type { HLJSApi } from 'highlight.js'
import { createPace } from '../core/pace.ts'

/** Longer code is shown without colours. */
const MAX_BLOCK_LENGTH = 20_000
/** For all blocks of a text together. The grammars are regular expressions, which are very slow on some texts. */
const MAX_MS = 1_000
/** For one block, which blocks the event loop. */
const MAX_BLOCK_MS = 100

const BLOCK = /<code class="(?:[^" ]* )*language-([\w+#-]{1,30})(?: [^"]*)?">([^<]*)<\/code>/g
const HAS_BLOCK = /<code class="[^"]*\blanguage-/

let loading: Promise<HLJSApi> | undefined

const compiled = new Set<string>()

/** A grammar is compiled at its first use. That takes longer than most code, and must not use up the time of a block. */
function compileGrammar(library: HLJSApi, language: string): void {
  if (compiled.has(language)) return
  library.highlight('', { language })
  compiled.add(language)
}

/** Clean HTML with syntax highlighting in its `language-…` blocks. When the time is up, the rest stays plain. */
export async function highlightCode(html: string): Promise<string> {
  if (!HAS_BLOCK.test(html)) return html
  loading ??= import('highlight.js/lib/common').then((module) => module.default)
  const library = await loading
  const pace = createPace()
  const end = Date.now() + MAX_MS
  const written: string[] = []
  let from = 0
  for (const { 0: whole, 1: language = '', 2: code = '', index } of html.matchAll(BLOCK)) {
    const left = end - Date.now()
    if (left <= 0) break
    if (code.length > MAX_BLOCK_LENGTH || !library.getLanguage(language)) continue
    compileGrammar(library, language)
    const marked = within(
      Math.min(left, MAX_BLOCK_MS),
      () => library.highlight(unescaped(code), { language, ignoreIllegals: true }).value,
    )
    if (marked === undefined) continue
    written.push(
      html.slice(from, index),
      whole.replace(`>${code}<`, () => `>${marked}<`),
    )
    from = index + whole.length
    await pace.breathe()
  }
  return [...written, html.slice(from)].join('')
}

const CALL = new Script('result = call()')

/** The result of the call; undefined if it timed out or failed. A running regular expression is interrupted too. */
function within<Result>(ms: number, call: () => Result): Result | undefined {
  const context: { call: () => Result; result?: Result } = { call }
  try {
    CALL.runInNewContext(context, { timeout: Math.max(1, Math.ceil(ms)) })
    return context.result
  } catch {
    return undefined
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Clean HTML escapes only these in its texts. */
function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}
