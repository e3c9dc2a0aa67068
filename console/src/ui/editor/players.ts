import { type Embed, embedOf } from '@inkstone/contract/embeds.ts'

/** The page that people share, and the player that is inserted for it. */
const PAGES: readonly (readonly [page: RegExp, player: (id: string, more: string) => string])[] = [
  [
    /^https?:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{6,64})/,
    (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  ],
  [
    /^https?:\/\/(?:youtu\.be|(?:www\.|m\.)?youtube\.com\/(?:shorts|live))\/([\w-]{6,64})/,
    (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  ],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d{1,20})/, (id) => `https://player.vimeo.com/video/${id}`],
  [
    /^https?:\/\/(?:www\.|m\.)?bilibili\.com\/video\/(BV\w{6,20})/,
    (id) => `https://player.bilibili.com/player.html?bvid=${id}`,
  ],
  [
    /^https?:\/\/(?:www\.)?dailymotion\.com\/video\/(\w{1,32})/,
    (id) => `https://geo.dailymotion.com/player.html?video=${id}`,
  ],
  [
    /^https?:\/\/v\.qq\.com\/x\/(?:page|cover\/\w+)\/(\w{6,32})\.html/,
    (id) => `https://v.qq.com/txp/iframe/player.html?vid=${id}`,
  ],
  [
    /^https?:\/\/v\.youku\.com\/v_show\/id_([\w=-]{1,64})\.html/,
    (id) => `https://player.youku.com/embed/${id}`,
  ],
  [
    /^https?:\/\/open\.spotify\.com\/(?:intl-\w+\/)?(track|album|playlist|artist|episode|show)\/(\w{1,64})/,
    (kind, id) => `https://open.spotify.com/embed/${kind}/${id}`,
  ],
  [
    /^https?:\/\/codepen\.io\/([\w-]{1,64})\/pen\/(\w{1,64})/,
    (user, id) => `https://codepen.io/${user}/embed/${id}`,
  ],
]

/** From the URL of a page or player, or from the `<iframe>` that a site offers. Undefined if the provider is unknown. */
export function playerOf(typed: string): Embed | undefined {
  const text = typed.trim()
  const [, src] = /<iframe[^>]*\ssrc\s*=\s*["']([^"']+)["']/i.exec(text) ?? []
  const address = (src ?? text).replaceAll('&amp;', '&')
  for (const [page, player] of PAGES) {
    const [, id = '', more = ''] = page.exec(address) ?? []
    if (id !== '') return embedOf(player(id, more))
  }
  return embedOf(address)
}
