import { decoded } from './address-keys.rules.ts'
import type { FileLocation, FormerAddress } from './items.ts'
import { withoutWordPressSize } from './picture-sizes.rules.ts'

const UPLOADS = '/wp-content/uploads/'

/** The key of a link to a text or list. */
export function keyOf(url: URL): string {
  return `wordpress ${bareHost(url)}${decoded(url.pathname).replace(/(?<!\/)\/+$/, '')}`
}

/** The key of a link that names a post by its number. */
export function keyOfPost(url: URL, id: string): string {
  return `wordpress ${bareHost(url)}?p=${id}`
}

function bareHost({ host }: URL): string {
  return host.replace(/^www\./, '')
}

export function urlKey(url: URL): string {
  return `${bareHost(url)}${decoded(url.pathname)}`
}

/** Jetpack serves the images of a site from i0.wp.com/HOST/…; the originals are on the site. */
function withoutPhoton(url: URL): URL {
  if (!/^i[0-3]\.wp\.com$/.test(url.hostname)) return url
  const original = `https:/${url.pathname}`
  return URL.canParse(original) ? new URL(original) : url
}

/** What the URLs in a WordPress export mean, by the URLs of its site and of its attachments (by their `urlKey`). */
export function createAddresses(site: ReadonlyMap<string, string>, attachments: ReadonlyMap<string, string>) {
  const urls = ['wp:base_blog_url', 'link', 'wp:base_site_url']
    .map((name) => site.get(name) ?? '')
    .filter((url) => URL.canParse(url))
  const hosts = new Set(urls.map((url) => bareHost(new URL(url))))
  const base = [site.get('wp:base_blog_url'), site.get('link')].find((url) => url && URL.canParse(url))

  const resolved = (address: string): URL | undefined =>
    URL.canParse(address, base) && !/^(?:#|mailto:|tel:|data:|javascript:)/i.test(address)
      ? new URL(address, base)
      : undefined

  /** The URL of a list with WordPress's default paths: the file does not contain others. */
  function formerList(path: string): FormerAddress | undefined {
    if (base === undefined) return undefined
    const address = `${base.replace(/\/+$/, '')}/${path}/`
    return { address, key: URL.canParse(address) ? keyOf(new URL(address)) : undefined }
  }

  function file(address: string): FileLocation | undefined {
    const given = resolved(address)
    if (!given || !/^https?:$/.test(given.protocol)) return undefined
    const url = withoutPhoton(given)
    const known = attachments.get(urlKey(url)) ?? attachments.get(withoutWordPressSize(urlKey(url)))
    const own = known === undefined ? url : new URL(known)
    const at = own.pathname.indexOf(UPLOADS)
    if (known === undefined && (at === -1 || !hosts.has(bareHost(url)))) return undefined
    const path = decoded(at === -1 ? own.pathname : own.pathname.slice(at + UPLOADS.length))
    own.hash = ''
    return {
      // A name may end like that of a size.
      formerPath: known === undefined ? withoutWordPressSize(own.pathname) : own.pathname,
      url: own.href,
      paths: [path, withoutWordPressSize(path), `uploads/${path}`, `wp-content/uploads/${path}`],
    }
  }

  function imagePlace(address: string): 'own' | 'elsewhere' | undefined {
    const url = resolved(address)
    if (!url || !/^https?:$/.test(url.protocol)) return undefined
    return hosts.has(bareHost(withoutPhoton(url))) ? 'own' : 'elsewhere'
  }

  function linkKey(address: string): string | undefined {
    const url = resolved(address)
    if (!url || !hosts.has(bareHost(url)) || url.pathname.includes('/wp-content/')) return undefined
    const id = ['p', 'page_id'].map((name) => url.searchParams.get(name)).find(Boolean)
    if (id) return keyOfPost(url, id)
    return /^\/+$|^\/(?:feed|wp-admin|wp-login)\b/.test(url.pathname) ? undefined : keyOf(url)
  }

  return { formerList, linkKey, file, imagePlace }
}
