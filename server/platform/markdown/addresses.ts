const FENCE = /^(?:```|~~~)[^\n]*$/gm
const CLOSING_FENCE = /^(?:```|~~~)[`~]*[ \t]*$/
/** What precedes a URL, and the URL. Not with a lookbehind: after each of many spaces it would read all of them again. */
const ATTRIBUTES = [/(\s(?:src|href|poster)=")([^"]+)/gi, /(\s(?:src|href|poster)=')([^']+)/gi]
const IN_MARKDOWN = [
  /(\]\(\s*<?)([^)\s<>]+)/g,
  ...ATTRIBUTES,
  /^( {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*<?)([^\s<>]+)/gm,
]

/** The replacement of a URL; undefined to leave it unchanged. */
export type ChangeAddress = (address: string) => Promise<string | undefined>

/** Replaces each URL in a text by the result of `change`. Code blocks in Markdown are unchanged. */
export async function withAddresses(
  text: string,
  format: 'html' | 'markdown',
  change: ChangeAddress,
): Promise<string> {
  if (format === 'html') return withAddressesIn(text, ATTRIBUTES, change)
  const changed: string[] = []
  for (const [at, part] of aroundCode(text).entries())
    changed.push(at % 2 === 1 ? part : await withAddressesIn(part, IN_MARKDOWN, change))
  return changed.join('')
}

/** The parts of a Markdown text: every second one is a code block. An unclosed block counts as text. */
export function aroundCode(text: string): string[] {
  const parts: string[] = []
  let from = 0
  let opened: number | undefined
  for (const { 0: line, index } of text.matchAll(FENCE)) {
    if (opened === undefined) opened = index
    else if (CLOSING_FENCE.test(line)) {
      parts.push(text.slice(from, opened), text.slice(opened, index + line.length))
      from = index + line.length
      opened = undefined
    }
  }
  return [...parts, text.slice(from)]
}

async function withAddressesIn(
  text: string,
  forms: readonly RegExp[],
  change: ChangeAddress,
): Promise<string> {
  const found = new Set(
    forms.flatMap((form) => [...text.matchAll(form)].map(([, , address = '']) => address)),
  )
  const replaced = new Map<string, string>()
  await Promise.all(
    [...found].map(async (address) => {
      const changed = await change(unescaped(address))
      if (changed !== undefined) replaced.set(address, changed)
    }),
  )
  if (replaced.size === 0) return text
  return forms.reduce(
    (whole, form) =>
      whole.replace(
        form,
        (_, before: string, address: string) => before + (replaced.get(address) ?? address),
      ),
    text,
  )
}

/** Decodes the HTML entities of an attribute value. */
export function unescaped(address: string): string {
  return address.replace(/&(?:amp|#0?38|#x26);/gi, '&')
}
