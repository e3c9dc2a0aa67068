/** A provider whose player may be embedded in a text, and the form of its player URLs. */
interface EmbedProvider {
  readonly name: string
  readonly nameInChinese?: string
  readonly host: string
  /** The complete path of a player URL. */
  readonly path: RegExp
  /** The browser features that the player may use. No others are granted. */
  readonly allow: string
}

const PLAYER = 'autoplay; encrypted-media; fullscreen; picture-in-picture'

/**
 * The frames that are allowed in a text: https, exactly this host, exactly this form of path. A page that shows such a
 * text lists these hosts in its `frame-src`.
 */
export const embedProviders: readonly EmbedProvider[] = [
  { name: 'YouTube', host: 'www.youtube.com', path: /^\/embed\/[\w-]{1,64}$/, allow: PLAYER },
  { name: 'YouTube', host: 'www.youtube-nocookie.com', path: /^\/embed\/[\w-]{1,64}$/, allow: PLAYER },
  { name: 'Vimeo', host: 'player.vimeo.com', path: /^\/video\/\d{1,20}$/, allow: PLAYER },
  { name: 'Dailymotion', host: 'geo.dailymotion.com', path: /^\/player(\/\w{1,32})?\.html$/, allow: PLAYER },
  {
    name: 'Bilibili',
    nameInChinese: '哔哩哔哩',
    host: 'player.bilibili.com',
    path: /^\/player\.html$/,
    allow: PLAYER,
  },
  {
    name: 'Tencent Video',
    nameInChinese: '腾讯视频',
    host: 'v.qq.com',
    path: /^\/txp\/iframe\/player\.html$/,
    allow: PLAYER,
  },
  {
    name: 'Youku',
    nameInChinese: '优酷',
    host: 'player.youku.com',
    path: /^\/embed\/[\w=-]{1,64}$/,
    allow: PLAYER,
  },
  {
    name: 'NetEase Music',
    nameInChinese: '网易云音乐',
    host: 'music.163.com',
    path: /^\/outchain\/player$/,
    allow: 'autoplay',
  },
  {
    name: 'Spotify',
    host: 'open.spotify.com',
    path: /^\/embed\/(track|album|playlist|artist|episode|show)\/\w{1,64}$/,
    allow: 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture',
  },
  { name: 'SoundCloud', host: 'w.soundcloud.com', path: /^\/player\/?$/, allow: 'autoplay' },
  {
    name: 'CodePen',
    host: 'codepen.io',
    path: /^\/[\w-]{1,64}\/embed\/(preview\/)?\w{1,64}$/,
    allow: 'fullscreen',
  },
]

/** The sources that `frame-src` must list so that every allowed frame is shown. */
export const embedOrigins: readonly string[] = [
  ...new Set(embedProviders.map(({ host }) => `https://${host}`)),
]

/** The player runs its own scripts on its own origin and may open its own page. It cannot access the embedding page. */
export const EMBED_SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-presentation'

const MAX_URL_LENGTH = 1000

export interface Embed {
  readonly provider: EmbedProvider
  readonly src: string
}

/** Undefined if this is not a player URL of a known provider. */
export function embedOf(address: string): Embed | undefined {
  const given = address.startsWith('//') ? `https:${address}` : address
  if (given.length > MAX_URL_LENGTH || !URL.canParse(given)) return undefined
  const url = new URL(given)
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  const provider = embedProviders.find(({ host, path }) => url.hostname === host && path.test(url.pathname))
  return provider && { provider, src: url.href }
}
