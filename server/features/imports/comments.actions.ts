import type { Db, Tx } from '../../database.ts'
import { normalizeAddress } from '../../platform/net/addresses.ts'
import { articleWithAlias } from '../articles/importing.actions.ts'
import { type CommentToImport, importComments, remainingComments } from '../comments/importing.actions.ts'
import { onArticle, onPage } from '../comments/subjects.rules.ts'
import { pageWithAlias } from '../pages/importing.actions.ts'
import { hashOfAddress } from './address-keys.rules.ts'
import { livingTexts } from './earlier.actions.ts'
import type { ImportContext } from './import-context.ts'
import { findAddressed, findItems, insertItems, type KnownItem } from './imports.store.ts'
import type { ImportedComment } from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import { fittingAlias } from './texts.actions.ts'

interface Subject {
  readonly type: 'article' | 'page'
  readonly id: number
}

const MAX_COMMENT_LENGTH = 20_000
const MAX_NICKNAME_LENGTH = 50
const MAX_EMAIL_LENGTH = 254

/** Comments on one article or page. */
export interface Thread {
  readonly subject: Subject
  readonly comments: readonly ImportedComment[]
}

/** Imports comments, possibly in the same transaction as their articles. Comments imported before are skipped. */
export async function importThreads(
  tx: Tx,
  context: ImportContext,
  threads: readonly Thread[],
): Promise<void> {
  const { ledger, names, uploading } = context
  const { siteId } = uploading.actor
  const subjects = new Map(
    threads.flatMap(({ subject, comments }) =>
      comments.map(({ origin }) => [
        origin,
        subject.type === 'article' ? onArticle(subject.id) : onPage(subject.id),
      ]),
    ),
  )
  const comments = threads.flatMap((thread) => thread.comments)
  if (comments.length === 0) return
  const { known, parents } = await knownAmong(tx, siteId, comments)
  const fresh = inOrder(comments.filter(({ origin }) => !known.has(origin)))
  const byOrigin = new Map(fresh.map((comment) => [comment.origin, comment]))
  reportLosses(context, byOrigin, parents)
  const prepared = fresh.flatMap((comment): CommentToImport[] => {
    const subject = subjects.get(comment.origin)
    if (!subject) return []
    const parent = livingParent(byOrigin, comment)
    const answers = byOrigin.has(parent ?? '') ? parent : parents.get(parent ?? '')
    const userId = names.knownAuthorId(comment.author) ?? null
    const own = {
      subject,
      key: comment.origin,
      answers,
      userId,
      nickname: userId === null ? named(comment.nickname) : '',
      email: userId === null && comment.email.length <= MAX_EMAIL_LENGTH ? comment.email : '',
      ip: comment.ip,
      content: truncated(comment.content),
      status: comment.status,
      createdAt: Math.min(comment.createdAt ?? tx.now, tx.now),
      likes: Math.max(0, Math.min(comment.likes, 1_000_000_000)),
      trashed: comment.trashed,
      isSite: comment.isSite ?? false,
    }
    return [own]
  })
  const ids = await importComments(tx, uploading.actor, prepared)
  await insertItems(
    tx,
    [...ids].map(([origin, id]) => ({
      import_id: ledger.importId,
      site_id: siteId,
      origin,
      type: 'comment' as const,
      ref_id: id,
    })),
  )
}

/** For a dry run: counts what would be written, and reports what could not be kept. */
export async function countComments(
  context: ImportContext,
  comments: readonly ImportedComment[],
): Promise<void> {
  const { ledger, uploading } = context
  const { known, parents } = await knownAmong(uploading.engine.db, uploading.actor.siteId, comments)
  const fresh = comments.filter(({ origin }) => !known.has(origin))
  for (const { origin } of fresh) {
    ledger.count('comment')
    ledger.seen.comments.add(origin)
  }
  reportLosses(context, new Map(fresh.map((comment) => [comment.origin, comment])), parents)
}

/** Which of these comments have been imported, and the ids of their parents that still exist. */
async function knownAmong(
  db: Db | Tx,
  siteId: number,
  comments: readonly ImportedComment[],
): Promise<{ known: ReadonlyMap<string, KnownItem>; parents: ReadonlyMap<string, number> }> {
  const origins = comments.flatMap(({ origin, parent }) =>
    parent === undefined ? [origin] : [origin, parent],
  )
  const known = await findItems(db, siteId, [...new Set(origins)])
  const wanted = comments.flatMap(({ origin, parent = '' }) => {
    const item = known.has(origin) ? undefined : known.get(parent)
    return item ? [[parent, item.ref_id] as const] : []
  })
  const remaining = await remainingComments(
    db,
    siteId,
    wanted.map(([, id]) => id),
  )
  return { known, parents: new Map(wanted.filter(([, id]) => remaining.has(id))) }
}

/** What cannot be kept of these comments. */
function reportLosses(
  { ledger, names }: ImportContext,
  fresh: ReadonlyMap<string, ImportedComment>,
  parents: ReadonlyMap<string, number>,
): void {
  for (const comment of fresh.values()) {
    const { where, content } = comment
    const parent = livingParent(fresh, comment)
    if (parent !== comment.parent)
      ledger.addLoss(where, 'the parent of a comment is deleted: the comment moves up a level')
    const isThere =
      parent === undefined || fresh.has(parent) || parents.has(parent) || ledger.seen.comments.has(parent)
    if (!isThere)
      ledger.addLoss(where, 'the parent of a comment is missing: it is imported as a top-level comment')
    if (names.knownAuthorId(comment.author) === undefined) reportGuest(ledger, comment)
    if (truncated(content) !== content.toWellFormed())
      ledger.addLoss(where, `a comment is truncated to ${MAX_COMMENT_LENGTH} characters`)
  }
}

/** The parent, or the nearest ancestor that is not deleted: below a deleted comment no one would see it. */
function livingParent(
  byOrigin: ReadonlyMap<string, ImportedComment>,
  { parent, trashed }: ImportedComment,
): string | undefined {
  const seen = new Set<string>()
  let at = parent
  while (!trashed && at !== undefined && byOrigin.get(at)?.trashed && !seen.has(at)) {
    seen.add(at)
    at = byOrigin.get(at)?.parent
  }
  return at
}

/** What cannot be kept of a guest. */
function reportGuest(ledger: Ledger, { where, nickname, email, ip, createdAt }: ImportedComment): void {
  if ([...nickname.trim()].length > MAX_NICKNAME_LENGTH)
    ledger.addLoss(where, `the name of a commenter is truncated to ${MAX_NICKNAME_LENGTH} characters`)
  if (nickname.trim() === '') ledger.addLoss(where, 'a comment has no name: it is imported as Guest')
  if (email.length > MAX_EMAIL_LENGTH)
    ledger.addLoss(where, 'the e-mail address of a commenter is too long and not imported')
  if (ip !== '' && normalizeAddress(ip) === undefined)
    ledger.addLoss(where, `the IP address of a comment is not valid and not imported: ${ip.slice(0, 50)}`)
  if (createdAt === undefined) ledger.addLoss(where, 'a comment has no valid date: it gets the present one')
}

function named(nickname: string): string {
  return ([...nickname.trim()].slice(0, MAX_NICKNAME_LENGTH).join('') || 'Guest').toWellFormed()
}

function truncated(content: string): string {
  const characters = content.length > MAX_COMMENT_LENGTH ? [...content] : undefined
  if (!characters || characters.length <= MAX_COMMENT_LENGTH) return content.toWellFormed()
  return characters.slice(0, MAX_COMMENT_LENGTH).join('')
}

/** Sorts parents before replies, and otherwise keeps the order. Tolerates cycles. */
function inOrder(comments: readonly ImportedComment[]): ImportedComment[] {
  const byOrigin = new Map(comments.map((comment) => [comment.origin, comment]))
  const ordered = new Map<string, ImportedComment>()
  const place = (first: ImportedComment): void => {
    const line: ImportedComment[] = []
    const inLine = new Set<string>()
    for (let each: ImportedComment | undefined = first; each; each = byOrigin.get(each.parent ?? '')) {
      if (ordered.has(each.origin) || inLine.has(each.origin)) break
      inLine.add(each.origin)
      line.push(each)
    }
    for (const each of line.reverse()) ordered.set(each.origin, each)
  }
  for (const comment of comments) place(comment)
  return [...ordered.values()]
}

/** Imports comments from a source that only has comments, grouped by article or page. */
export async function importSeparateComments(
  context: ImportContext,
  comments: readonly ImportedComment[],
): Promise<void> {
  const { ledger, names, uploading } = context
  const places = new Map<string, { subject: Subject | undefined; some: ImportedComment[] }>()
  for (const comment of comments) {
    const key = JSON.stringify(comment.subject)
    const place = places.get(key) ?? { subject: await subjectOf(context, comment.subject), some: [] }
    places.set(key, place)
    place.some.push(comment)
  }
  await names.findUsers(comments.map(({ author }) => author))
  const threads: Thread[] = []
  for (const { subject, some } of places.values())
    if (subject) threads.push({ subject, comments: some })
    else
      for (const { where } of some)
        ledger.addLoss(where, 'its comments are not imported: the article or page does not exist')
  if (ledger.dryRun)
    return countComments(
      context,
      threads.flatMap((thread) => thread.comments),
    )
  await uploading.engine.transact(
    async (tx) => {
      await importThreads(tx, context, threads)
      await ledger.write(tx)
    },
    { site: uploading.actor.siteId },
  )
}

/** The article or page of a comment; undefined if it does not exist. */
async function subjectOf(
  context: ImportContext,
  subject: ImportedComment['subject'],
): Promise<Subject | undefined> {
  const { engine, actor } = context.uploading
  const { db } = engine
  const inTexts = (targets: readonly ({ type: string; ref_id: number } | undefined)[]) =>
    firstText(context, targets)
  if ('origin' in subject)
    return inTexts([(await findItems(db, actor.siteId, [subject.origin])).get(subject.origin)])
  const found = await findAddressed(db, actor.siteId, subject.addresses.map(hashOfAddress))
  const addressed = await inTexts(subject.addresses.map((address) => found.get(hashOfAddress(address))))
  if (addressed) return addressed
  if ('alias' in subject) return subjectNamed(db, actor.siteId, subject.type, subject.alias)
  for (const address of subject.addresses) {
    const last = address.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)
    const alias = fittingAlias(last?.replace(/\.html?$/i, ''))
    if (alias === undefined) continue
    const named =
      (await subjectNamed(db, actor.siteId, 'article', alias)) ??
      (await subjectNamed(db, actor.siteId, 'page', alias))
    if (named) return named
  }
  return undefined
}

async function subjectNamed(
  db: Db,
  siteId: number,
  type: Subject['type'],
  alias: string,
): Promise<Subject | undefined> {
  const id = await (type === 'article' ? articleWithAlias : pageWithAlias)(db, siteId, alias)
  return id === undefined ? undefined : { type, id }
}

/** The first of these that is an article or page and still exists. */
async function firstText(
  context: ImportContext,
  targets: readonly ({ type: string; ref_id: number } | undefined)[],
): Promise<Subject | undefined> {
  const texts = targets.flatMap((target): (Subject & { ref_id: number })[] =>
    target?.type === 'article' || target?.type === 'page'
      ? [{ type: target.type, id: target.ref_id, ref_id: target.ref_id }]
      : [],
  )
  return texts.find(await livingTexts(context, texts))
}
