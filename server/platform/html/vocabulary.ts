const words = (text: string) => text.split(' ')

const HEADINGS = words('h1 h2 h3 h4 h5 h6')

/** All allowed elements. Others are removed, but their text is kept. */
export const ALLOWED = new Set([
  ...HEADINGS,
  ...words('p br hr div span section article aside header footer address main nav hgroup'),
  ...words('a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small strong sub sup time u'),
  ...words('var wbr label ruby rt rp rb rtc blockquote pre ul ol li dl dt dd details summary'),
  ...words('figure figcaption img picture source video audio track iframe input'),
  ...words('table caption colgroup col thead tbody tfoot tr th td'),
])

/** These are removed with their content, which is not text. */
export const REMOVED_WITH_CONTENT = new Set(
  words('script style noscript noembed noframes template textarea title xmp iframe'),
)

export const VOID = new Set(
  words('area base br col embed hr img input link meta param source track wbr frame keygen'),
)

/** A browser closes an open paragraph before it opens one of these. */
export const CLOSES_PARAGRAPH = new Set([
  ...HEADINGS,
  ...words('address article aside blockquote details div dl dd dt figcaption figure footer header hgroup hr'),
  ...words('li main nav ol p pre section summary table ul'),
])

export const HEADING = new Set(HEADINGS)

/** The search for an open list item ends at these. */
export const SPECIAL = new Set([
  ...HEADINGS,
  ...words('article aside blockquote details dl dd dt figcaption figure footer header hgroup hr'),
  ...words('li main nav ol pre section summary table ul iframe img br wbr input caption colgroup col'),
  ...words('thead tbody tfoot tr th td source track'),
])

/** A closing tag cannot close an element outside of these. */
export const BOUNDARY = new Set(words('table td th caption'))

export const TABLE_PART = new Set(words('caption colgroup col thead tbody tfoot tr th td'))
/** These may only contain table parts. */
export const TABLE_STRUCTURE = new Set(words('table colgroup thead tbody tfoot tr'))
export const TABLE_SECTION = new Set(words('thead tbody tfoot'))

/** These are closed implicitly where a ruby annotation begins. */
export const RUBY_PART = new Set(words('rb rt rtc rp'))
export const IMPLIED_END = new Set(words('dd dt li p rb rp rt rtc'))

export type Check =
  | 'address'
  | 'alignment'
  | 'classes'
  | 'dimension'
  | 'flag'
  | 'id'
  | 'language'
  | 'link'
  | 'number'
  | 'sources'
  | 'text'
  | 'word'

const EVERYWHERE: Readonly<Record<string, Check>> = {
  class: 'classes',
  id: 'id',
  title: 'text',
  lang: 'language',
  dir: 'word',
  style: 'alignment',
  role: 'word',
}

const CELL: Readonly<Record<string, Check>> = {
  colspan: 'number',
  rowspan: 'number',
  headers: 'text',
  align: 'word',
}
const MEDIUM: Readonly<Record<string, Check>> = {
  src: 'address',
  controls: 'flag',
  loop: 'flag',
  muted: 'flag',
  preload: 'word',
}
const FRAME_DETAILS = words(
  'allow allowfullscreen border frameborder framespacing loading marginheight marginwidth name referrerpolicy sandbox scrolling',
)
const EDITED: Readonly<Record<string, Check>> = { cite: 'link', datetime: 'text' }

const BY_ELEMENT: ReadonlyMap<string, Readonly<Record<string, Check>>> = new Map(
  Object.entries<Readonly<Record<string, Check>>>({
    a: { href: 'link', target: 'word', rel: 'text', name: 'id', hreflang: 'language', download: 'text' },
    img: {
      src: 'address',
      srcset: 'sources',
      sizes: 'text',
      alt: 'text',
      width: 'dimension',
      height: 'dimension',
      loading: 'word',
      decoding: 'word',
    },
    source: {
      src: 'address',
      srcset: 'sources',
      sizes: 'text',
      type: 'text',
      media: 'text',
      width: 'dimension',
      height: 'dimension',
    },
    video: { ...MEDIUM, poster: 'address', width: 'dimension', height: 'dimension', playsinline: 'flag' },
    audio: MEDIUM,
    track: { src: 'address', kind: 'word', srclang: 'language', label: 'text', default: 'flag' },
    // Only the URL and the size are kept; the other attributes are rebuilt.
    iframe: {
      src: 'address',
      width: 'dimension',
      height: 'dimension',
      ...Object.fromEntries(FRAME_DETAILS.map((name) => [name, 'text' as const])),
    },
    input: { type: 'word', checked: 'flag', disabled: 'flag' },
    ol: { start: 'number', reversed: 'flag', type: 'word' },
    li: { value: 'number' },
    th: { ...CELL, scope: 'word', abbr: 'text' },
    td: CELL,
    col: { span: 'number' },
    colgroup: { span: 'number' },
    time: { datetime: 'text' },
    data: { value: 'text' },
    blockquote: { cite: 'link' },
    q: { cite: 'link' },
    del: EDITED,
    ins: EDITED,
    details: { open: 'flag' },
  }),
)

/** How the value of an attribute is checked; undefined if the attribute is not allowed. */
export function checkOf(element: string, attribute: string): Check | undefined {
  const own = BY_ELEMENT.get(element)
  if (own && Object.hasOwn(own, attribute)) return own[attribute]
  if (Object.hasOwn(EVERYWHERE, attribute)) return EVERYWHERE[attribute]
  return /^(data|aria)-[a-z0-9][a-z0-9-]{0,63}$/.test(attribute) ? 'text' : undefined
}
