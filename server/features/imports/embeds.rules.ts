import { embedOf } from '@inkstone/contract/embeds.ts'

export function escapedHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The player URL of a video or song page, if its provider is allowed in texts. */
function playerOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname, searchParams } = new URL(address)
  const host = hostname.replace(/^(?:www|m)\./, '')
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  const watched =
    pathname === '/watch' ? searchParams.get('v') : /^(?:shorts|live|embed)$/.test(first) ? second : ''
  const player = new Map([
    ['youtube.com', watched && `https://www.youtube.com/embed/${watched}`],
    ['youtu.be', first && `https://www.youtube.com/embed/${first}`],
    ['vimeo.com', first && `https://player.vimeo.com/video/${first}`],
    ['bilibili.com', first === 'video' && second && `https://player.bilibili.com/player.html?bvid=${second}`],
    ['open.spotify.com', `https://open.spotify.com/embed${pathname}`],
    ['soundcloud.com', `https://w.soundcloud.com/player/?url=${encodeURIComponent(address)}`],
  ]).get(host)
  return embedOf(player || address)?.src
}

/** The HTML of an embed as the editor writes it: a player if the provider is known, otherwise a link. */
export function embedHtml(address: string): string {
  const player = playerOf(address.trim())
  if (player !== undefined) return `<iframe src="${escapedHtml(player)}"></iframe>`
  const shown = escapedHtml(address.trim())
  return `<p><a href="${shown}">${shown}</a></p>`
}

export function isEmbeddable(address: string): boolean {
  return playerOf(address) !== undefined
}
