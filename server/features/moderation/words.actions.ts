import type { WordFields } from '@inkstone/contract/moderation.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { invalid, issueText, Problem } from '../../platform/core/problem.ts'
import { buildMatcher, isFindable, type Matcher } from '../../platform/words/matcher.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import type { SensitiveWordRow } from './moderation.table.ts'
import { type ListedWord, readWordList, type Screening, screen, writeWordLine } from './words.rules.ts'
import {
  addHits,
  allWords,
  bumpVersion,
  findWords,
  insertWord,
  listVersion,
  removeWords,
  upsertWords,
} from './words.store.ts'

/** Searches a text for the words of a site. */
export type WordFilter = (db: Db, actor: Actor, text: string) => Promise<Screening>

const MAX_KEPT = 50

/** Caches the matcher of each site until its words change. */
export function createWordFilter(): WordFilter {
  const kept = new Map<number, { version: number; matcher: Matcher<ListedWord> }>()
  return async (db, actor, text) => {
    const version = await listVersion(db, actor.siteId)
    const known = kept.get(actor.siteId)
    const { matcher } = known?.version === version ? known : { matcher: await matcherOf(db, actor.siteId) }
    kept.delete(actor.siteId)
    kept.set(actor.siteId, { version, matcher })
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return screen(matcher, text, actor.site.settings.word_filter_mode)
  }
}

async function matcherOf(db: Db, siteId: number): Promise<Matcher<ListedWord>> {
  const words = await allWords(db, siteId)
  return buildMatcher(
    words.map(({ word, id, action, replacement }) => ({ word, id: { id, action, replacement } })),
  )
}

export async function countHits(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await addHits(tx, actor.siteId, ids)
}

export function wordsOf(
  db: Db,
  actor: Actor,
  keyword: string | undefined,
  page: PageQuery,
): Promise<Found<SensitiveWordRow>> {
  return findWords(db, actor.siteId, keyword, page)
}

export async function addWord(tx: Tx, actor: Actor, fields: WordFields): Promise<SensitiveWordRow> {
  if (!isFindable(fields.word)) throw invalid('word', 'not-findable')
  await bumpVersion(tx, actor.siteId)
  const row = await insertWord(tx, {
    site_id: actor.siteId,
    word: fields.word,
    action: fields.action ?? 'default',
    replacement: fields.replacement ?? '',
  })
  await recordAuditEntry(tx, actor, {
    action: 'sensitive-word.created',
    targetType: 'sensitive-word',
    targetId: row.id,
    after: { word: row.word },
  })
  return row
}

export async function removeWord(tx: Tx, actor: Actor, id: number): Promise<void> {
  if ((await removeMany(tx, actor, [id])) === 0) throw new Problem('word-not-found')
}

export async function removeMany(tx: Tx, actor: Actor, ids: readonly number[]): Promise<number> {
  await bumpVersion(tx, actor.siteId)
  const removed = await removeWords(tx, actor.siteId, ids)
  if (removed > 0)
    await recordAuditEntry(tx, actor, {
      action: 'sensitive-words.deleted',
      targetType: 'site',
      targetId: actor.siteId,
      before: { ids },
    })
  return removed
}

const MAX_REPORTED_ERRORS = 100

export async function importWords(tx: Tx, actor: Actor, text: string) {
  const { words, wrong } = readWordList(text)
  await bumpVersion(tx, actor.siteId)
  await upsertWords(tx, actor.siteId, words)
  await recordAuditEntry(tx, actor, {
    action: 'sensitive-words.imported',
    targetType: 'site',
    targetId: actor.siteId,
    after: { words: words.length },
  })
  const told = [...wrong].slice(0, MAX_REPORTED_ERRORS)
  return {
    success_count: words.length,
    failed_count: wrong.size,
    errors: Object.fromEntries(
      told.map(([line, name]) => [String(line), [issueText({ name, fill: { limit: 100 } }, actor.language)]]),
    ),
  }
}

export async function exportedWords(db: Db, actor: Actor): Promise<string> {
  const words = await allWords(db, actor.siteId)
  return words.map((word) => `${writeWordLine(word)}\n`).join('')
}
