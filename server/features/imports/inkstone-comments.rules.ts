import type { Zone } from '../../platform/times/times.ts'
import type { ImportedComment } from './items.ts'
import { isObject, isTrue, type JsonObject, textOf } from './json-file.ts'
import { keyOfPath } from './markdown-addresses.rules.ts'

/** Whether it is a line of `comments.jsonl`, which an export of this service contains. */
export function isInkstoneRow(row: JsonObject): boolean {
  return isObject(row.article) && isObject(row.page) && 'parent_id' in row
}

/** The comments of another Inkstone. Ids alone could also be those of a third one. */
export function inkstoneComments(rows: readonly JsonObject[], zone: Zone): ImportedComment[] {
  const times = new Map(rows.map((row) => [textOf(row, 'id'), textOf(row, 'create_at')]))
  const originOf = (id: string) => `inkstone ${id} ${times.get(id) ?? ''}`
  return rows.map((row) => {
    const parent = textOf(row, 'parent_id')
    return {
      kind: 'comment',
      origin: originOf(textOf(row, 'id')),
      ...placeOf(row),
      ...commenterOf(row),
      parent: parent === '0' || parent === '' ? undefined : originOf(parent),
      ip: textOf(row, 'ip'),
      content: textOf(row, 'content').trim(),
      status: statusOf(row),
      createdAt: zone.parse(textOf(row, 'create_at'), 'first'),
      likes: Number(textOf(row, 'like_count')) || 0,
      trashed: false,
    }
  })
}

function placeOf(row: JsonObject) {
  const onPage = aliasOf(row.page)
  const type = onPage === '' ? ('article' as const) : ('page' as const)
  const alias = onPage || aliasOf(row.article)
  const where = `${type}s/${alias}`
  // The file of the article or page in an export as Markdown, whose alias may be taken here.
  return { where, subject: { type, alias, addresses: [keyOfPath(`/${where}.md`)] } }
}

const aliasOf = (subject: unknown) => (isObject(subject) ? textOf(subject, 'alias') : '')

function commenterOf(row: JsonObject) {
  const user = isObject(row.user) ? row.user : {}
  const nickname = textOf(user, 'nickname')
  if (isTrue(row.is_site)) return { author: undefined, nickname, email: '', isSite: true }
  return { author: textOf(user, 'username') || undefined, nickname, email: textOf(user, 'email') }
}

function statusOf(row: JsonObject): ImportedComment['status'] {
  const status = Number(textOf(row, 'status'))
  return status === 1 || status === 2 || status === 3 ? status : 0
}
