import { aroundCode, codeSpans, isWithin } from './code-parts.ts'

/** What precedes a URL, and the URL. Not with a lookbehind: after each of many spaces it would read all of them again. */
const ATTRIBUTES = [/(\s(?:src|href|poster)=")([^"]+)/gi, /(\s(?:src|href|poster)=')([^']+)/gi]
const IN_MARKDOWN = [
  /(\]\(\s*<?)([^)\s<>]+)/g,
  ...ATTRIBUTES,
  /^( {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*<?)([^\s<>]+)/gm,
]
/** The same with a list of URLs. */
const LISTS = [/(\ssrcset=")([^"]+)/gi, /(\ssrcset=')([^']+)/gi]

/** The replacement of a URL; undefined to leave it unchanged. */
export type ChangeAddress = (address: string) => Promise<string | undefined>

/** Replaces each URL in a text by the result of `change`. Code in Markdown is unchanged. */
export async function withAddresses(
  text: string,
  format: 'html' | 'markdown',
  change: ChangeAddress,
): Promise<string> {
  if (format === 'html') return withChanged(text, placesIn(text, ATTRIBUTES), change)
  const changed: string[] = []
  for (const [at, part] of aroundCode(text).entries())
    changed.push(at % 2 === 1 ? part : await withChanged(part, outsideCode(part), change))
  return changed.join('')
}

interface Place {
  readonly from: number
  readonly address: string
}

/** Where the URLs are, in order. */
function placesIn(text: string, forms: readonly RegExp[]): Place[] {
  const places: Place[] = []
  for (const form of forms)
    for (const { index, 1: before = '', 2: address = '' } of text.matchAll(form))
      places.push({ from: index + before.length, address })
  for (const form of LISTS)
    for (const { index, 1: before = '', 2: list = '' } of text.matchAll(form))
      for (const { from, address } of addressesIn(list))
        places.push({ from: index + before.length + from, address })
  return places.sort((one, other) => one.from - other.from)
}

/** As browsers read a list: a URL ends at white space or with commas at its end. The rest up to the next comma describes it. */
function addressesIn(list: string): Place[] {
  const places: Place[] = []
  const next = /[\s,]*([^\s,]\S*)/y
  for (;;) {
    const found = next.exec(list)
    if (!found) return places
    const [, written = ''] = found
    const address = written.replace(/(?<!,),+$/, '')
    places.push({ from: next.lastIndex - written.length, address })
    if (address.length < written.length) continue
    const comma = list.indexOf(',', next.lastIndex)
    if (comma < 0) return places
    next.lastIndex = comma + 1
  }
}

function outsideCode(text: string): Place[] {
  const places = placesIn(text, IN_MARKDOWN)
  if (places.length === 0) return places
  const code = codeSpans(text)
  return places.filter(({ from }) => !isWithin(code, from))
}

async function withChanged(text: string, places: readonly Place[], change: ChangeAddress): Promise<string> {
  const replaced = new Map<string, string>()
  await Promise.all(
    [...new Set(places.map(({ address }) => address))].map(async (address) => {
      const changed = await change(unescaped(address))
      if (changed !== undefined) replaced.set(address, changed)
    }),
  )
  const parts: string[] = []
  let end = 0
  for (const { from, address } of places) {
    const changed = replaced.get(address)
    if (changed === undefined || from < end) continue
    parts.push(text.slice(end, from), changed)
    end = from + address.length
  }
  return parts.join('') + text.slice(end)
}

/** Decodes the HTML entities of an attribute value. */
export function unescaped(address: string): string {
  return address.replace(/&(?:amp|#0?38|#x26);/gi, '&')
}
