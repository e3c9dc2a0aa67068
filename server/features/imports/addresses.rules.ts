/** In parentheses, so that it stays when a text is split at it. */
const CODE = /(^(?:```|~~~)[^\n]*\n[\s\S]*?^(?:```|~~~)[`~]*[ \t]*$)/m
const ATTRIBUTES = [/(?<=\s(?:src|href|poster)=")[^"]+/gi, /(?<=\s(?:src|href|poster)=')[^']+/gi]
const IN_MARKDOWN = [/(?<=\]\(\s*<?)[^)\s<>]+/g, ...ATTRIBUTES, /(?<=^ {0,3}\[[^\]\n]+\]:[ \t]*<?)[^\s<>]+/gm]

/** What an address becomes; undefined where it stays as it is. */
export type ChangeAddress = (address: string) => Promise<string | undefined>

/** A text with each address replaced by what `change` gives for it. Blocks of code in Markdown stay as they are. */
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

/** As it is written in an attribute, so it is meant. */
function unescaped(address: string): string {
  return address.replace(/&(?:amp|#0?38|#x26);/gi, '&')
}
