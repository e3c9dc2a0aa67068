import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { XmlUnreadable } from '../../platform/texts/xml-stream.ts'
import type { Zone } from '../../platform/times/times.ts'
import { decoded } from './address-keys.rules.ts'
import { isImageName } from './addresses.rules.ts'
import type { Item, Source } from './items.ts'
import { SourceUnreadable } from './unreadable.ts'
import { createAddresses, urlKey } from './wordpress-addresses.rules.ts'
import { readWordpress, type WordpressItem, type WordpressRecord } from './wordpress-file.ts'
import type { Attachment } from './wordpress-markup.rules.ts'
import { plainDescription, plainName, termName } from './wordpress-names.rules.ts'
import { createPatterns } from './wordpress-patterns.rules.ts'
import { articleOf, commentsOf, type PostFacts, pageOf } from './wordpress-posts.rules.ts'

/** A WordPress export (WXR 1.2). It is read twice: first the data that posts refer to, then the posts. */
export async function wordpressSource(file: string, zone: Zone, name: string): Promise<Source> {
  const { size } = await stat(file)
  let read = 0
  let survey: Survey | undefined
  const whole = async function* (): AsyncGenerator<Item> {
    const losses: Item[] = []
    const tell = (what: string) => void losses.push({ kind: 'loss', where: basename(name), what })
    survey = await surveyOf(
      file,
      name,
      (bytes) => {
        read = bytes / 2
      },
      tell,
    )
    if (!survey.isExport()) throw new SourceUnreadable(`${basename(name)} is not a WordPress export.`)
    yield* losses
    yield* survey.first()
    const second = readWordpress(file, {
      onBytes: (bytes) => {
        read = (size + bytes) / 2
      },
      onFault: () => {},
    })
    for await (const record of second) yield* survey.itemsOf(record, zone)
    yield* survey.last(basename(name))
  }
  return {
    kind: 'wordpress',
    name,
    items: whole,
    progress: () => ({ done: Math.round(read), total: size, unit: 'bytes' }),
    linkKey: (address) => survey?.linkKey(address),
    leadsToText: () => true,
    file: (address) => survey?.file(address),
    imagePlace: (address) => survey?.imagePlace(address),
  }
}

const FAULTS = {
  doctype: 'it has a document type, which is ignored: its own entities are not expanded',
  malformed: 'it is not well-formed XML: only the readable part was imported',
  encoding: 'some bytes are not UTF-8 and were replaced',
} as const

const MAX_KEYS = 200

type Survey = Awaited<ReturnType<typeof surveyOf>>

/** The data that posts refer to: the site, terms, authors, attachments and patterns. Unlike the posts, it is kept in memory. */
async function surveyOf(
  file: string,
  name: string,
  onBytes: (bytes: number) => void,
  addLoss: (what: string) => void,
) {
  const site = new Map<string, string>()
  const authors = new Map<string, { login: string; name: string; email: string }>()
  const categories = new Map<string, { name: string; parent: string; description: string; id?: string }>()
  const tags: { name: string; slug: string; description: string }[] = []
  const tagSlugs = new Set<string>()
  const attachments = new Map<string, Attachment & { parent: string; title: string }>()
  const patterns = createPatterns()
  const byUrl = new Map<string, string>()
  const lost = new Map<string, number>()
  const lose = (what: string) => {
    const key = lost.size < MAX_KEYS || lost.has(what) ? what : 'other kinds of losses'
    lost.set(key, (lost.get(key) ?? 0) + 1)
  }

  try {
    for await (const record of readWordpress(file, { onBytes, onFault: (fault) => addLoss(FAULTS[fault]) }))
      note(record)
  } catch (error) {
    if (!(error instanceof XmlUnreadable)) throw error
    throw new SourceUnreadable(`${basename(name)} is not a WordPress export: ${error.message}.`)
  }
  const { formerList, ...addresses } = createAddresses(site, byUrl)

  function note(record: WordpressRecord): void {
    if (record.is === 'site') for (const [name, text] of record.fields) site.set(name, text.trim())
    else if (record.is === 'comments') return
    else if (record.is === 'item') {
      noteAttachment(record.item)
      patterns.note(record.item)
      noteTermsOf(record.item)
    } else noteTerm(record.is, (name) => record.fields.get(`wp:${name}`)?.trim() ?? '')
  }

  function noteTerm(is: 'author' | 'category' | 'tag' | 'term', field: (name: string) => string): void {
    if (is === 'author')
      authors.set(field('author_id'), {
        login: field('author_login'),
        name: plainName(field('author_display_name')),
        email: field('author_email'),
      })
    else if (is === 'category')
      categories.set(field('category_nicename'), {
        name: termName(field('cat_name'), field('category_nicename')),
        parent: field('category_parent'),
        description: plainDescription(field('category_description')),
        id: field('term_id'),
      })
    else if (is === 'tag') {
      tagSlugs.add(field('tag_slug'))
      tags.push({
        name: termName(field('tag_name'), field('tag_slug')),
        slug: field('tag_slug'),
        description: plainDescription(field('tag_description')),
      })
    } else if (field('term_taxonomy') !== 'nav_menu')
      lose(`terms of the taxonomy ${field('term_taxonomy')} are not imported`)
  }

  /** An export of only some posts does not describe their categories and tags. Their parents are unknown then. */
  function noteTermsOf({ terms }: WordpressItem): void {
    for (const { domain, nicename, name } of terms)
      if (domain === 'category' && !categories.has(nicename)) {
        categories.set(nicename, { name: termName(name, nicename), parent: '', description: '' })
        lose('categories are not described in the file: they are imported without parent and description')
      } else if (domain === 'post_tag' && !tagSlugs.has(nicename)) {
        tagSlugs.add(nicename)
        tags.push({ name: termName(name, nicename), slug: nicename, description: '' })
      }
  }

  function noteAttachment({ fields, meta }: WordpressItem): void {
    if (fields.get('wp:post_type') !== 'attachment') return
    const url = (fields.get('wp:attachment_url') || fields.get('guid') || '').trim()
    const id = fields.get('wp:post_id') ?? ''
    if (!URL.canParse(url)) {
      lose('attachments without a URL are not imported')
      return
    }
    attachments.set(id, {
      url,
      alt: plainName(meta.find(([key]) => key === '_wp_attachment_image_alt')?.[1] ?? ''),
      title: plainName(fields.get('title') ?? ''),
      caption: fields.get('excerpt:encoded') ?? '',
      parent: fields.get('wp:post_parent') ?? '0',
    })
    if (fields.get('content:encoded')?.trim()) lose('descriptions of attachments are not imported')
    if (fields.get('excerpt:encoded')?.trim() && !/^image-?\d*$/i.test(fields.get('title') ?? ''))
      lose('attachments with a caption have it as their title; their own title is not imported')
    byUrl.set(urlKey(new URL(url)), url)
  }

  /** The slugs on the path from the top level. Stops at a missing parent or a cycle. */
  function slugsTo(slug: string): string[] {
    const path: string[] = []
    for (
      let [key, at] = [slug, categories.get(slug)];
      at && !path.includes(key);
      key = at.parent, at = categories.get(key)
    )
      path.unshift(key)
    return path
  }

  function pathOf(slug: string, name: string): string[] {
    const path = slugsTo(slug).flatMap((each) => categories.get(each)?.name ?? [])
    return path.length > 0 ? path : [termName(name, slug)]
  }

  const facts = (): PostFacts => ({
    siteName: plainName(site.get('title') ?? ''),
    categoryPath: pathOf,
    categoryOf: (termId) => [...categories].find(([, { id }]) => id === termId)?.[0],
    linkKey: addresses.linkKey,
    attachment: (id) => attachments.get(id),
    gallery:
      (postId) =>
      ({ ids, exclude, post = postId }) =>
        ids === undefined
          ? [...attachments].flatMap(([id, each]) =>
              each.parent === post && isImageName(each.url) && !exclude.includes(id) ? each : [],
            )
          : ids.flatMap((id) => attachments.get(id) ?? []),
    pattern: patterns.use,
    userOf: (id) => authors.get(id)?.login,
    lose,
  })

  return {
    ...addresses,
    isExport: () => site.size > 0,
    /** The items that must come before the posts. */
    *first(): Generator<Item> {
      for (const { login, name, email } of authors.values())
        yield {
          kind: 'author',
          name: login,
          nickname: name,
          email,
          formerList: formerList(
            `author/${encodeURIComponent(login.toLowerCase().replace(/[\s.@]+/g, '-'))}`,
          ),
        }
      for (const [slug, { name, description }] of categories)
        yield {
          kind: 'category',
          path: pathOf(slug, name),
          slug: decoded(slug),
          description,
          formerList: formerList(`category/${slugsTo(slug).join('/')}`),
        }
      for (const tag of tags)
        yield { kind: 'tag', ...tag, slug: decoded(tag.slug), formerList: formerList(`tag/${tag.slug}`) }
      for (const { url, alt, caption, title } of attachments.values())
        yield { kind: 'file', where: title || url, address: url, alt, title: plainName(caption) || title }
    },
    *itemsOf(record: WordpressRecord, zone: Zone): Generator<Item> {
      if (record.is !== 'item' && record.is !== 'comments') return
      const { item } = record
      const type = item.fields.get('wp:post_type') ?? 'unknown'
      if (type === 'post' || type === 'page') {
        if (record.is === 'comments') yield* commentsOf(item, record.comments, facts(), zone)
        else yield (type === 'post' ? articleOf : pageOf)(item, facts(), zone)
        return
      }
      if (record.is === 'item' && type !== 'attachment' && !patterns.has(item))
        lose(`items of the type ${type} are not imported`)
      for (const _ of record.is === 'item' ? item.comments : record.comments)
        lose(`comments on items of the type ${type} are not imported`)
    },
    *last(where: string): Generator<Item> {
      for (const _ of patterns.unused()) lose('items of the type wp_block are not imported')
      for (const [what, count] of lost) yield { kind: 'loss', where, what: `${what} (${count})` }
    },
  }
}
