import { decoded } from './address-keys.rules.ts'

/** The key of a link to a text or list. */
export function keyOf(url: URL): string {
  return `wordpress ${bareHost(url)}${decoded(url.pathname).replace(/(?<!\/)\/+$/, '')}`
}

export function bareHost({ host }: URL): string {
  return host.replace(/^www\./, '')
}

export function urlKey(url: URL): string {
  return `${bareHost(url)}${decoded(url.pathname)}`
}

/** Jetpack serves the images of a site from i0.wp.com/HOST/…; the originals are on the site. */
export function withoutPhoton(url: URL): URL {
  if (!/^i[0-3]\.wp\.com$/.test(url.hostname)) return url
  const original = `https:/${url.pathname}`
  return URL.canParse(original) ? new URL(original) : url
}
