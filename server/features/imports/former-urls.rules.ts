import { decoded, pathKey } from './address-keys.rules.ts'
import { keyOfPath } from './markdown-addresses.rules.ts'
import { withoutGhostSize, withoutWordPressSize } from './picture-sizes.rules.ts'
import { keyOf, keyOfPost } from './wordpress-addresses.rules.ts'

/** The keys under which an import may have stored what was at this URL, the most exact one first. */
export function keysOfUrl(url: URL): string[] {
  const post = ['p', 'page_id'].map((name) => url.searchParams.get(name)).find(Boolean)
  const keys = [
    ...(post && /^\d{1,15}$/.test(post) ? [keyOfPost(url, post)] : []),
    pathKey(url.pathname),
    ...originalsOf(url.pathname),
    ...(url.pathname === '/' ? [] : [keyOfPath(withoutSlash(decoded(url.pathname))), keyOf(url)]),
  ]
  return keys.filter((key) => key !== undefined)
}

/** Of a picture in another size. */
function originalsOf(path: string): (string | undefined)[] {
  const original = withoutGhostSize(withoutWordPressSize(path))
  if (original === path) return []
  // WordPress calls a picture so that was very large.
  return [original, original.replace(/(?=\.\w+$)/, '-scaled')].map(pathKey)
}

const FEED = /^(.*)\/(?:feed|rss)(?:\/(?:rss2?|atom|rdf))?\/?$/
/** Where feed readers look for the feed of a whole website: WordPress, Ghost, Hugo and others. */
const HOME_FEED = /^\/(?:(?:feed|rss)(?:\/(?:rss2?|atom|rdf))?\/?|rss\.xml|index\.xml)$/

/** The path of the list whose feed was at this path: `/` for the home page. */
export function listOfFeed(path: string): string | undefined {
  if (HOME_FEED.test(path)) return '/'
  const [, list] = FEED.exec(path) ?? []
  return list && `${list}/`
}

function withoutSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}
