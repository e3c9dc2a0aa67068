import { readXml, type XmlReading } from '../../platform/texts/xml-stream.ts'

/** The records of a WordPress export (WXR 1.2), in file order. */
export type WordpressRecord =
  | { readonly is: 'site'; readonly fields: Fields }
  | { readonly is: 'author' | 'category' | 'tag' | 'term'; readonly fields: Fields }
  | { readonly is: 'item'; readonly item: WordpressItem }
  /** More comments of the previous item. */
  | { readonly is: 'comments'; readonly item: WordpressItem; readonly comments: readonly Fields[] }

type Fields = ReadonlyMap<string, string>

export interface WordpressItem {
  readonly fields: Fields
  readonly terms: readonly { readonly domain: string; readonly nicename: string; readonly name: string }[]
  readonly meta: readonly (readonly [string, string])[]
  readonly comments: readonly Fields[]
  /** A field exceeds the maximum length of texts. */
  readonly isCut: boolean
}

const RECORDS = new Map<string, 'author' | 'category' | 'tag' | 'term'>([
  ['wp:author', 'author'],
  ['wp:category', 'category'],
  ['wp:tag', 'tag'],
  ['wp:term', 'term'],
])
const SITE = new Set(['title', 'link', 'wp:base_site_url', 'wp:base_blog_url'])
const COMMENTS_PER_PORTION = 500
const MAX_META = 500
const MAX_TERMS = 1000

/** Reads the file once, as a stream. */
export function readWordpress(file: string, reading: XmlReading): AsyncGenerator<WordpressRecord> {
  return readXml(file, createVisitor(), reading)
}

interface OpenItem {
  readonly fields: Map<string, string>
  readonly terms: WordpressItem['terms'][number][]
  readonly meta: [string, string][]
  comments: Map<string, string>[]
  isCut: boolean
  isGiven: boolean
}

function createVisitor() {
  let found: WordpressRecord[] = []
  const path: string[] = []
  let site = new Map<string, string>()
  let record: Map<string, string> | undefined
  let item: OpenItem | undefined
  let term = { domain: '', nicename: '' }
  let comment: Map<string, string> | undefined
  let pair: [string, string] = ['', '']

  function give(open: OpenItem): void {
    found.push(
      open.isGiven
        ? { is: 'comments', item: open, comments: open.comments }
        : { is: 'item', item: { ...open } },
    )
    open.isGiven = true
    open.comments = []
  }

  function closeComment(open: OpenItem): void {
    if (comment) open.comments.push(comment)
    comment = undefined
    if (open.comments.length >= COMMENTS_PER_PORTION) give(open)
  }

  const closing = new Map<string, (open: OpenItem, text: string) => void>([
    ['wp:comment', closeComment],
    ['wp:meta_key', (_, text) => void pair.splice(0, 1, text)],
    ['wp:meta_value', (_, text) => void pair.splice(1, 1, text)],
    ['wp:postmeta', ({ meta }) => void (meta.length < MAX_META && meta.push(pair))],
    ['category', ({ terms }, name) => void (terms.length < MAX_TERMS && terms.push({ ...term, name }))],
  ])

  function closeInItem(open: OpenItem, name: string, text: string): void {
    const parent = path.at(-1)
    if (parent === 'wp:comment') comment?.set(name, text)
    else if (parent === 'item' && !closing.has(name)) {
      if (!open.fields.has(name)) open.fields.set(name, text)
    } else if (parent !== 'wp:commentmeta') closing.get(name)?.(open, text)
  }

  return {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      path.push(name)
      if (name === 'item')
        item = { fields: new Map(), terms: [], meta: [], comments: [], isCut: false, isGiven: false }
      else if (name === 'wp:comment') comment = new Map()
      else if (name === 'wp:postmeta') pair = ['', '']
      else if (item && name === 'category')
        term = { domain: attributes.domain ?? '', nicename: attributes.nicename ?? '' }
      else if (!item && RECORDS.has(name)) record = new Map()
    },
    close(name: string, text: string, isCut: boolean): void {
      path.pop()
      if (item && name === 'item') {
        if (!item.isGiven || item.comments.length > 0) give(item)
        item = undefined
      } else if (item) {
        if (isCut) item.isCut = true
        closeInItem(item, name, text)
      } else if (record) {
        const is = RECORDS.get(name)
        if (is) {
          found.push({ is, fields: record })
          record = undefined
        } else record.set(name, text)
      } else if (path.at(-1) === 'channel' && SITE.has(name) && !site.has(name)) {
        site = new Map(site).set(name, text)
        found.push({ is: 'site', fields: site })
      }
    },
    take(): WordpressRecord[] {
      const taken = found
      found = []
      return taken
    },
  }
}
