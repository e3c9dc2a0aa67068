import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Zone } from '../../platform/times/times.ts'
import { addressesOf } from './comment-addresses.rules.ts'
import { commentText } from './comment-text.rules.ts'
import { disqusItems } from './disqus.source.ts'
import { inkstoneComments, isInkstoneRow } from './inkstone-comments.rules.ts'
import type { ImportedComment, Item, Source } from './items.ts'
import { isObject, isTrue, type JsonObject, objectsIn, readJson, textOf } from './json-file.ts'
import { SourceUnreadable } from './unreadable.ts'

/** Comments of Disqus (XML), Waline, Twikoo, Artalk (JSON) or Inkstone (JSON lines). The format is detected. */
export async function commentsSource(file: string, zone: Zone, name: string): Promise<Source> {
  let done = 0
  let total = 0
  const isXml = (await firstCharacter(file)) === '<'
  return {
    kind: 'comments',
    name,
    progress: () => ({ done, total, unit: isXml ? 'bytes' : 'comments' }),
    async *items() {
      if (isXml) {
        yield* disqusItems(file, basename(name), (bytes, size) => {
          ;[done, total] = [bytes, size]
        })
        return
      }
      const items = jsonItems(await readJson(file, basename(name)), zone, basename(name))
      total = items.length
      for (const item of items) {
        done += 1
        yield item
      }
    },
    linkKey: () => undefined,
    leadsToText: () => false,
    file: () => undefined,
  }
}

async function firstCharacter(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\ufeff/, '')
      .trimStart()
      .slice(0, 1)
  } finally {
    await file.close()
  }
}

type Read = (
  row: JsonObject,
  zone: Zone,
) => Omit<ImportedComment, 'kind' | 'where' | 'subject'> & { address: string }

function jsonItems(read: unknown, zone: Zone, name: string): Item[] {
  const waline = isObject(read) && isObject(read.data) ? read.data.Comment : undefined
  const rows = objectsIn(waline ?? read)
  const [first] = rows
  const isOurs = first !== undefined && isInkstoneRow(first)
  const form = waline === undefined ? formOf(first) : walineRow
  if (!form && !isOurs)
    throw new SourceUnreadable(`${name} contains no comments of Disqus, Waline, Twikoo, Artalk or Inkstone.`)
  const comments = form ? rows.map((row) => commentOf(form, row, zone)) : inkstoneComments(rows, zone)
  const kept = comments.filter((comment) => comment.content !== '')
  // A parent is older than its replies.
  kept.sort((one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0))
  const lost = [
    { what: 'empty comments are skipped', count: comments.length - kept.length },
    ...otherTables(read),
    ...LOST_FIELDS.map(({ what, isIn }) => ({ what, count: rows.filter(isIn).length })),
  ].filter(({ count }) => count > 0)
  return [
    ...kept,
    ...lost.map(({ what, count }): Item => ({ kind: 'loss', where: name, what: `${what} (${count})` })),
  ]
}

/** An export of Waline also has users and counts of views. */
function otherTables(read: unknown): { what: string; count: number }[] {
  const tables = isObject(read) && isObject(read.data) ? Object.entries(read.data) : []
  return tables.flatMap(([name, rows]) =>
    name === 'Comment' ? [] : [{ what: `the table ${name} is not imported`, count: objectsIn(rows).length }],
  )
}

/** What comments of these services have and comments here do not. */
const LOST_FIELDS: readonly { readonly what: string; isIn(row: JsonObject): boolean }[] = [
  { what: 'the websites of commenters are not imported', isIn: (row) => textOf(row, 'link').trim() !== '' },
  {
    what: 'comments are not pinned',
    isIn: (row) => isTrue(row.sticky) || isTrue(row.top) || isTrue(row.is_pinned),
  },
  { what: 'comments are not collapsed', isIn: (row) => isTrue(row.is_collapsed) },
  { what: 'votes against comments are not imported', isIn: (row) => Number(textOf(row, 'vote_down')) > 0 },
  { what: 'the reasons of decisions are not imported', isIn: (row) => textOf(row, 'reason').trim() !== '' },
  { what: 'reports of comments are not imported', isIn: (row) => Number(textOf(row, 'report_count')) > 0 },
  {
    what: 'labels of commenters are not imported',
    isIn: (row) => textOf(row, 'label').trim() !== '' || textOf(row, 'badge_name').trim() !== '',
  },
]

/** Each service has a field that the others do not have. */
function formOf(row: JsonObject | undefined): Read | undefined {
  if (!row) return undefined
  if ('page_key' in row) return artalkRow
  if ('_id' in row) return twikooRow
  return 'comment' in row ? walineRow : undefined
}

function commentOf(form: Read, row: JsonObject, zone: Zone): ImportedComment {
  const { address, ...comment } = form(row, zone)
  return { ...comment, kind: 'comment', where: address, subject: { addresses: addressesOf(address) } }
}

const walineRow: Read = (row, zone) => {
  const parent = textOf(row, 'pid', 'rid')
  const status = textOf(row, 'status')
  return {
    origin: `waline ${textOf(row, 'objectId', 'id', '_id')}`,
    address: textOf(row, 'url'),
    parent: parent === '' ? undefined : `waline ${parent}`,
    author: undefined,
    nickname: textOf(row, 'nick'),
    email: textOf(row, 'mail'),
    ip: textOf(row, 'ip'),
    content: commentText(textOf(row, 'comment')),
    status: status === 'approved' || status === '' ? 1 : status === 'spam' ? 3 : 0,
    createdAt: momentIn(row.insertedAt ?? row.createdAt ?? row.time, zone),
    likes: Number(textOf(row, 'like')) || 0,
    trashed: false,
  }
}

const twikooRow: Read = (row, zone) => {
  const parent = textOf(row, 'pid', 'rid')
  return {
    origin: `twikoo ${idOf(row._id)}`,
    address: textOf(row, 'url', 'href'),
    parent: parent === '' ? undefined : `twikoo ${parent}`,
    author: undefined,
    nickname: textOf(row, 'nick'),
    email: textOf(row, 'mail'),
    ip: textOf(row, 'ip'),
    content: commentText(textOf(row, 'comment')),
    status: isTrue(row.isSpam) ? 3 : 1,
    createdAt: momentIn(row.created, zone),
    likes: Array.isArray(row.like) ? row.like.length : 0,
    trashed: false,
  }
}

const artalkRow: Read = (row, zone) => {
  const parent = textOf(row, 'rid')
  const site = textOf(row, 'site_name')
  return {
    origin: `artalk ${site} ${textOf(row, 'id')}`,
    address: textOf(row, 'page_key'),
    parent: parent === '' || parent === '0' ? undefined : `artalk ${site} ${parent}`,
    author: undefined,
    nickname: textOf(row, 'nick'),
    email: textOf(row, 'email'),
    ip: textOf(row, 'ip'),
    content: commentText(textOf(row, 'content')),
    status: isTrue(row.is_pending) ? 0 : 1,
    createdAt: momentIn(row.created_at, zone),
    likes: Number(textOf(row, 'vote_up')) || 0,
    trashed: false,
  }
}

/** MongoDB exports ids and dates as objects with one field. */
function idOf(value: unknown): string {
  if (isObject(value)) return textOf(value, '$oid')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function momentIn(value: unknown, zone: Zone): number | undefined {
  if (isObject(value)) return momentIn(value.$date ?? value.iso ?? value.$numberLong, zone)
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d{12,14}$/.test(text)) return Number(text)
  const [, day, time, offset] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?/.exec(text) ?? []
  if (day === undefined) return undefined
  return zone.parse(offset === undefined ? `${day} ${time}` : `${day}T${time}${offset}`, 'first')
}
