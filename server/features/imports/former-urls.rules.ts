import { decoded, pathKey } from './address-keys.rules.ts'
import { keyOfPath } from './markdown-addresses.rules.ts'
import { keyOf, keyOfPost } from './wordpress-addresses.rules.ts'

/** The keys under which an import may have stored what was at this URL, the most exact one first. */
export function keysOfUrl(url: URL): string[] {
  const post = ['p', 'page_id'].map((name) => url.searchParams.get(name)).find(Boolean)
  const keys = [
    ...(post && /^\d{1,15}$/.test(post) ? [keyOfPost(url, post)] : []),
    pathKey(url.pathname),
    originalOf(url.pathname),
    ...(url.pathname === '/' ? [] : [keyOfPath(withoutSlash(decoded(url.pathname))), keyOf(url)]),
  ]
  return keys.filter((key) => key !== undefined)
}

/** WordPress and Ghost serve pictures in several sizes, and only the original is imported. */
function originalOf(path: string): string | undefined {
  const original = path
    .replace(/-\d{1,5}x\d{1,5}(?=\.\w+$)/, '')
    .replace(/^(\/content\/images)\/size\/w\d+(?:h\d+)?\//, '$1/')
  return original === path ? undefined : pathKey(original)
}

const FEED = /^(.*)\/(?:feed|rss)(?:\/(?:rss2?|atom|rdf))?\/?$/
/** Where feed readers look for the feed of a whole website: WordPress, Ghost, Hugo and others. */
const HOME_FEED = /^\/(?:(?:feed|rss)(?:\/(?:rss2?|atom|rdf))?\/?|rss\.xml|index\.xml)$/

/** The list whose feed was at this URL. */
export function feedIn({ pathname }: URL): { readonly list: string } | undefined {
  if (HOME_FEED.test(pathname)) return { list: '/' }
  const [, list] = FEED.exec(pathname) ?? []
  return list ? { list: `${list}/` } : undefined
}

function withoutSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}
