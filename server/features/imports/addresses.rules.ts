/** A capturing group, so that `split` keeps the matches. */
const CODE = /(^(?:```|~~~)[^\n]*\n[\s\S]*?^(?:```|~~~)[`~]*[ \t]*$)/m
const ATTRIBUTES = [/(?<=\s(?:src|href|poster)=")[^"]+/gi, /(?<=\s(?:src|href|poster)=')[^']+/gi]
const IN_MARKDOWN = [/(?<=\]\(\s*<?)[^)\s<>]+/g, ...ATTRIBUTES, /(?<=^ {0,3}\[[^\]\n]+\]:[ \t]*<?)[^\s<>]+/gm]

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
  for (const [at, part] of text.split(CODE).entries())
    changed.push(at % 2 === 1 ? part : await withAddressesIn(part, IN_MARKDOWN, change))
  return changed.join('')
}

async function withAddressesIn(
  text: string,
  forms: readonly RegExp[],
  change: ChangeAddress,
): Promise<string> {
  const found = new Set(forms.flatMap((form) => [...text.matchAll(form)].map(([address]) => address)))
  const replaced = new Map<string, string>()
  await Promise.all(
    [...found].map(async (address) => {
      const changed = await change(unescaped(address))
      if (changed !== undefined) replaced.set(address, changed)
    }),
  )
  if (replaced.size === 0) return text
  return forms.reduce(
    (whole, form) => whole.replace(form, (address) => replaced.get(address) ?? address),
    text,
  )
}

/** Decodes the HTML entities of an attribute value. */
function unescaped(address: string): string {
  return address.replace(/&(?:amp|#0?38|#x26);/gi, '&')
}
