import { sha256Hex } from '../../platform/secrets/secrets.ts'

/** Hashed, because long URLs do not fit into an index. */
export function hashOfAddress(key: string): string {
  return sha256Hex(key)
}

/** The path of a URL without host and query: the key by which items of any source are found. */
export function pathKey(address: string): string | undefined {
  if (!URL.canParse(address, 'http://host')) return undefined
  const path = decoded(new URL(address, 'http://host').pathname).replace(
    /(?:(?<!\/)\/+(?:index\.html?)?|\.html?)$/i,
    '',
  )
  return path === '' ? undefined : `path ${path}`
}

/** What a link keeps after its new path: the anchor, and the query, unless that may name the target as in WordPress. */
export function endOf(address: string, key: string): string {
  const end = key.startsWith('markdown ') ? /[?#].*$/s : /#.*$/s
  return end.exec(address)?.[0] ?? ''
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
