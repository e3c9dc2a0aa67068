import sanitize from 'sanitize-html'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const PLAIN_STYLES = {
  'text-align': [/^(left|right|center|justify)$/],
  color: [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/, /^[a-z]{3,20}$/i],
  'background-color': [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/, /^[a-z]{3,20}$/i],
  'text-decoration': [/^(underline|line-through|none)$/],
  'font-weight': [/^(bold|normal|[1-9]00)$/],
  'font-style': [/^(italic|normal)$/],
  width: [/^\d{1,4}(px|%)$/],
  height: [/^\d{1,4}(px|%)$/],
}

const RULES: sanitize.IOptions = {
  allowedTags: [
    ...HEADINGS,
    ...[
      'p',
      'br',
      'hr',
      'div',
      'span',
      'section',
      'article',
      'aside',
      'header',
      'footer',
      'address',
      'main',
      'nav',
    ],
    ...[
      'a',
      'abbr',
      'b',
      'bdi',
      'bdo',
      'cite',
      'code',
      'data',
      'del',
      'dfn',
      'em',
      'i',
      'ins',
      'kbd',
      'mark',
      'q',
      's',
    ],
    ...['samp', 'small', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr', 'ruby', 'rt', 'rp', 'rb', 'rtc'],
    ...['blockquote', 'pre', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary'],
    ...['figure', 'figcaption', 'img', 'picture', 'source', 'video', 'audio', 'track'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['class', 'title', 'lang', 'dir', 'style', 'data-*', 'aria-*', 'role'],
    a: ['href', 'target', 'rel', 'name', 'hreflang', 'download'],
    img: ['src', 'srcset', 'alt', 'width', 'height', 'loading', 'decoding', 'sizes'],
    source: ['src', 'srcset', 'type', 'media', 'sizes'],
    video: ['src', 'poster', 'controls', 'width', 'height', 'loop', 'muted', 'playsinline', 'preload'],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    track: ['src', 'kind', 'srclang', 'label', 'default'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    colgroup: ['span'],
    time: ['datetime'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    details: ['open'],
    ...Object.fromEntries(HEADINGS.map((heading) => [heading, ['id']])),
  },
  allowedStyles: { '*': PLAIN_STYLES },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'srcset', 'cite', 'poster'],
  allowProtocolRelative: true,
  transformTags: { a: withSafeTarget },
  disallowedTagsMode: 'discard',
  nestingLimit: 200,
}

/** A page opened from a link must not get hold of the page that it came from. */
function withSafeTarget(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  if (attribs.target === undefined) return { tagName, attribs }
  const rel = new Set((attribs.rel ?? '').split(/\s+/).filter((word) => word !== ''))
  return { tagName, attribs: { ...attribs, rel: [...rel.add('noopener')].join(' ') } }
}

/** What may stand in a page for everybody: scripts, handlers, javascript: and data: addresses go. */
export function sanitizeHtml(html: string): string {
  return sanitize(html, RULES)
}

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)/g
const NEVER_NESTED = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th thead tbody tfoot option rt rp'.split(
    ' ',
  ),
)
const DEEPEST = 256

/**
 * The parser looks through all open elements at every closing tag: a text of nothing but open ones would hold
 * everybody up for seconds. Nobody writes such a text.
 */
export function isNestedTooDeeply(html: string): boolean {
  const open = new Map<string, number>()
  let depth = 0
  for (const [, closing, tag = ''] of html.matchAll(TAG)) {
    const name = tag.toLowerCase()
    if (NEVER_NESTED.has(name)) continue
    const count = open.get(name) ?? 0
    if (closing && count === 0) continue
    open.set(name, closing ? count - 1 : count + 1)
    depth += closing ? -1 : 1
    if (depth > DEEPEST) return true
  }
  return false
}
