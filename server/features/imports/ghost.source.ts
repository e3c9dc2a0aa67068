import { basename } from 'node:path'
import { DRAFT, PUBLISHED } from '@inkstone/contract/articles.ts'
import { Colour } from '@inkstone/contract/schema.ts'
import { plainText } from '../../platform/search/plain-text.ts'
import type { Zone } from '../../platform/times/times.ts'
import type { TagExtras } from '../exports/restored-fields.rules.ts'
import { decoded, pathKey } from './address-keys.rules.ts'
import { fromGhost } from './ghost-cards.rules.ts'
import { lossesOfPost, lossesOfTables } from './ghost-losses.rules.ts'
import type { FormerAddress, ImportedArticle, ImportedPage, Item, Source } from './items.ts'
import { textOf as fieldOf, isObject, isTrue, type JsonObject, objectsIn, readJson } from './json-file.ts'
import { withoutGhostSize } from './picture-sizes.rules.ts'
import { SourceUnreadable } from './unreadable.ts'

const GHOST = '__GHOST_URL__'

/** A Ghost export (JSON). Uses the HTML of posts and pages. */
export async function ghostSource(file: string, zone: Zone, name: string): Promise<Source> {
  const tables = await tablesIn(file, basename(name))
  const posts = objectsIn(tables.posts)
  const references = referencesIn(tables)
  let done = 0
  return {
    kind: 'ghost',
    name,
    progress: () => ({ done, total: posts.length, unit: 'posts' }),
    async *items() {
      yield* references.first(basename(name))
      for (done = 0; done < posts.length; done++) {
        const post = posts[done]
        if (post) yield* itemsOf(post, references, zone)
      }
    },
    linkKey: (address) => {
      const key = address.startsWith('/') ? pathKey(address) : undefined
      return key?.startsWith('path /content/') ? undefined : key
    },
    leadsToText: () => true,
    file: (address) => {
      const path = decoded(address.replace(GHOST, '').split(/[?#]/)[0] ?? '')
      const isOwn = address.startsWith(GHOST) || address.startsWith('/')
      const [, inside] = /^\/?content\/((?:images|media|files)\/.+)$/.exec(isOwn ? path : '') ?? []
      if (inside !== undefined) {
        const original = withoutGhostSize(inside)
        return {
          url: undefined,
          formerPath: `/content/${original}`,
          paths: [inside, original, `content/${original}`],
        }
      }
      const outside = /^https?:\/\/[^/]+\/content\/((?:images|media|files)\/[^?#]+)/.exec(address)
      if (!outside) return undefined
      const place = decoded(outside[1] ?? '')
      return {
        url: address,
        formerPath: `/content/${withoutGhostSize(place)}`,
        paths: [place, `content/${place}`],
      }
    },
    imagePlace: (address) => {
      if (/^(?:https?:)?\/\//i.test(address)) return 'elsewhere'
      return address.startsWith(GHOST) || address.startsWith('/') ? 'own' : undefined
    },
  }
}

/** A field without the placeholder for the address of the site: its links and files then begin with `/`. */
function textOf(object: JsonObject, ...names: string[]): string {
  return fieldOf(object, ...names).replace(/__GHOST_URL__(?:%2F|\/*)/gi, '/')
}

async function tablesIn(file: string, name: string): Promise<JsonObject> {
  const read = await readJson(file, name)
  const database = isObject(read) && Array.isArray(read.db) ? read.db[0] : read
  const tables = isObject(database) ? database.data : undefined
  if (!isObject(tables) || !Array.isArray(tables.posts))
    throw new SourceUnreadable(`${name} is not a Ghost export.`)
  return tables
}

type Surroundings = ReturnType<typeof referencesIn>

/** Users, tags and other data that posts refer to. */
function referencesIn(tables: JsonObject) {
  const byId = (rows: readonly JsonObject[], key = 'id') =>
    new Map(rows.map((row) => [textOf(row, key), row]))
  const tags = byId(objectsIn(tables.tags))
  const users = byId(objectsIn(tables.users))
  const metas = byId(objectsIn(tables.posts_meta), 'post_id')
  const linked = (rows: readonly JsonObject[], to: string) => {
    const found = new Map<string, string[]>()
    const sorted = [...rows].sort((one, other) => Number(one.sort_order ?? 0) - Number(other.sort_order ?? 0))
    for (const row of sorted) {
      const post = textOf(row, 'post_id')
      found.set(post, [...(found.get(post) ?? []), textOf(row, to)])
    }
    return found
  }
  const tagLinks = linked(objectsIn(tables.posts_tags), 'tag_id')
  const authorLinks = linked(objectsIn(tables.posts_authors), 'author_id')
  const isInternal = (tag: JsonObject) =>
    textOf(tag, 'visibility') === 'internal' || textOf(tag, 'name').startsWith('#')
  return {
    meta: (id: string): JsonObject => metas.get(id) ?? {},
    tagsOf: (id: string): string[] =>
      (tagLinks.get(id) ?? []).flatMap((each) => {
        const tag = tags.get(each)
        return tag && !isInternal(tag) ? textOf(tag, 'name') : []
      }),
    authorsOf: (post: JsonObject): string[] =>
      (authorLinks.get(textOf(post, 'id')) ?? [textOf(post, 'author_id')]).flatMap((each) => {
        const user = users.get(each)
        return user ? textOf(user, 'slug', 'name') : []
      }),
    *first(where: string): Generator<Item> {
      for (const user of users.values())
        yield {
          kind: 'author',
          name: textOf(user, 'slug', 'name'),
          nickname: textOf(user, 'name'),
          email: textOf(user, 'email'),
          formerList: listAt('author', textOf(user, 'slug')),
        }
      for (const tag of tags.values())
        if (isInternal(tag))
          yield { kind: 'loss', where, what: `the internal tag ${textOf(tag, 'name')} is not imported` }
        else yield* tagOf(tag)
      for (const what of lossesOfTables(tables)) yield { kind: 'loss', where, what }
      for (const setting of objectsIn(tables.settings))
        if (
          /^codeinjection_(?:head|foot)$/.test(textOf(setting, 'key')) &&
          textOf(setting, 'value').trim() !== ''
        )
          yield {
            kind: 'loss',
            where,
            what: `the code injection of the site (${textOf(setting, 'key')}) is not imported`,
          }
    },
  }
}

/** Without empty fields. */
const filled = (fields: TagExtras): TagExtras =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

const COLOUR = new RegExp(Colour.pattern ?? '^$')

function* tagOf(tag: JsonObject): Generator<Item> {
  const name = textOf(tag, 'name')
  const color = textOf(tag, 'accent_color').trim()
  const isColour = COLOUR.test(color)
  if (!isColour)
    yield {
      kind: 'loss',
      where: name,
      what: `the colour ${color.slice(0, 50)} of the tag is not valid here: it is not imported`,
    }
  yield {
    kind: 'tag',
    name,
    slug: textOf(tag, 'slug'),
    description: textOf(tag, 'description'),
    extras: filled({
      color: isColour ? color : '',
      seo_title: textOf(tag, 'meta_title'),
      seo_description: textOf(tag, 'meta_description'),
    }),
    formerList: listAt('tag', textOf(tag, 'slug')),
  }
}

function* itemsOf(post: JsonObject, references: Surroundings, zone: Zone): Generator<Item> {
  const meta = references.meta(textOf(post, 'id'))
  const cover = fieldOf(post, 'feature_image')
  const title = textOf(post, 'title') || 'Untitled'
  if (cover !== '' && /\/content\//.test(cover))
    yield {
      kind: 'file',
      where: title,
      address: cover,
      alt: textOf(meta, 'feature_image_alt'),
      title: plainText(textOf(meta, 'feature_image_caption')),
      isImage: true,
    }
  const isPage = textOf(post, 'type') === 'page' || isTrue(post.page)
  yield isPage ? pageOf(post, references, zone) : articleOf(post, references, zone, cover)
}

function sharedOf(post: JsonObject, references: Surroundings, zone: Zone) {
  const meta = references.meta(textOf(post, 'id'))
  const losses: string[] = []
  const slug = textOf(post, 'slug')
  const title = textOf(post, 'title') || 'Untitled'
  losses.push(...lossesOfPost(post, meta))
  const html = textOf(post, 'html')
  if (html === '' && textOf(post, 'lexical', 'mobiledoc') !== '') losses.push('it has no HTML to import')
  const seo = { seo_title: textOf(meta, 'meta_title'), seo_description: textOf(meta, 'meta_description') }
  const key = pathKey(`/${encodeURIComponent(slug)}`)
  return {
    origin: `ghost ${textOf(post, 'uuid', 'id')}`,
    where: title,
    addresses: key === undefined ? [] : [key],
    address: `/${slug}/`,
    title,
    content: fromGhost(html),
    format: 'html' as const,
    slug: slug === '' ? undefined : slug,
    createdAt: moment(textOf(post, 'created_at'), zone, losses),
    updatedAt: moment(textOf(post, 'updated_at'), zone, losses),
    seo: Object.fromEntries(Object.entries(seo).filter(([, text]) => text !== '')),
    trashed: false,
    comments: [],
    losses,
  }
}

function articleOf(post: JsonObject, references: Surroundings, zone: Zone, cover: string): ImportedArticle {
  const shared = sharedOf(post, references, zone)
  const losses = [...shared.losses]
  const [author, ...others] = references.authorsOf(post)
  if (others.length > 0) losses.push(`only its first author is imported; the others are ${others.join(', ')}`)
  const status = textOf(post, 'status')
  const closed = closedReason(post)
  if (closed) losses.push(closed)
  const isPublic = (status === 'published' || status === 'scheduled') && !closed
  return {
    ...shared,
    kind: 'article',
    oldSlugs: [],
    status: isPublic ? PUBLISHED : DRAFT,
    publishedAt: isPublic ? moment(textOf(post, 'published_at'), zone, losses) : undefined,
    scheduledAt: undefined,
    author,
    summary: textOf(post, 'custom_excerpt') || undefined,
    cover: cover || undefined,
    categories: [],
    tags: references.tagsOf(textOf(post, 'id')),
    flags: isTrue(post.featured) ? { is_recommend: 1 } : {},
    losses,
  }
}

/** Why a post is not public; undefined if it is. */
function closedReason(post: JsonObject): string | undefined {
  const visibility = textOf(post, 'visibility')
  if (visibility !== '' && visibility !== 'public') return `it is for ${visibility} only: imported as a draft`
  return textOf(post, 'status') === 'sent' ? 'it was sent by e-mail only: imported as a draft' : undefined
}

function pageOf(post: JsonObject, references: Surroundings, zone: Zone): ImportedPage {
  const shared = sharedOf(post, references, zone)
  const closed = closedReason(post)
  const isPublic = textOf(post, 'status') === 'published' && !closed
  const tags = references.tagsOf(textOf(post, 'id'))
  return {
    ...shared,
    kind: 'page',
    enabled: isPublic ? 1 : 0,
    sortOrder: 0,
    allowComment: 1,
    losses: [
      ...shared.losses,
      ...(isPublic ? [] : ['it is not public: the page is disabled']),
      ...(tags.length > 0 ? [`pages have no tags: ${tags.join(', ')}`] : []),
      ...(textOf(post, 'feature_image') === '' ? [] : ['pages have no cover']),
      ...(textOf(post, 'custom_excerpt') === '' ? [] : ['pages have no summary']),
    ],
  }
}

/** Ghost stores times in UTC. */
function moment(text: string, zone: Zone, losses: string[]): number | undefined {
  const plain = text
    .trim()
    .replace(' ', 'T')
    .replace(/(?:\.\d+)?Z?$/, '')
  const found = plain === '' ? undefined : zone.parse(`${plain}Z`, 'first')
  if (plain !== '' && found === undefined) losses.push(`${text.slice(0, 50)} is not a date`)
  return found
}

function listAt(folder: 'author' | 'tag', slug: string): FormerAddress | undefined {
  const address = `/${folder}/${slug}/`
  return slug === '' ? undefined : { address, key: pathKey(`/${folder}/${encodeURIComponent(slug)}/`) }
}
