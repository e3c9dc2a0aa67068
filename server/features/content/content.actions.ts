import type { ContentFormat } from '@inkstone/contract/content.ts'
import type { Db, Tx } from '../../database.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { cleanText, toMarkdown } from '../../platform/texts/texts.ts'
import { PoolIsFull, TaskTimedOut } from '../../platform/texts/thread-pool.ts'
import { relativeAddress, relativeContent, relativeSource } from '../media/addresses.actions.ts'
import { cleanedBefore, hashOf, type Prepared } from './content.rules.ts'
import { findSource, putSource, removeSource } from './content.store.ts'
import type { ContentSourceTable } from './content.table.ts'

interface Written {
  readonly content?: string
  readonly content_format?: ContentFormat
  readonly cover?: string
}

/**
 * User input in its stored form: Markdown converted to HTML, sanitised, files of ours without their host. Runs before
 * the transaction, because a long text takes time. `removed` lists what was removed.
 */
export async function prepareContent<Fields extends Written>(
  db: Db,
  fields: Fields,
): Promise<{ fields: Prepared<Fields>; removed: string[] }> {
  const { content, content_format, ...others } = fields
  if (content === undefined && content_format === 'markdown') throw invalid('content', 'required')
  const cover = fields.cover && { cover: await relativeAddress(db, fields.cover) }
  if (content === undefined) return { fields: { ...others, ...cover } as Prepared<Fields>, removed: [] }
  const format = content_format ?? 'html'
  const cleaned = await orRefusal(() => cleanText(content, format))
  if (typeof cleaned === 'string') throw invalid('content', cleaned)
  // A text that consists only of removed elements counts as empty.
  if (cleaned.html.trim() === '') throw invalid('content', 'required')
  const prepared = {
    ...others,
    ...cover,
    content: cleanedBefore(await relativeContent(db, cleaned.html)),
    ...(format === 'markdown' && { source: await relativeSource(db, content) }),
  }
  return { fields: prepared as unknown as Prepared<Fields>, removed: [...cleaned.removed] }
}

async function orRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TaskTimedOut) throw invalid('content', 'too-complex')
    if (error instanceof PoolIsFull) throw new Problem('unavailable', { retryAfterSeconds: 5 })
    throw error
  }
}

type Type = ContentSourceTable['type']
interface StoredText {
  readonly id: number
  readonly content: string
}

/** Stores the Markdown source of a text. */
export async function saveSource(
  tx: Tx,
  type: Type,
  { id, content }: StoredText,
  source: string | undefined,
): Promise<void> {
  if (source !== undefined)
    await putSource(tx, { type, ref_id: id, content_hash: hashOf(content), markdown: source })
}

/** The Markdown source of a text, if the text has not changed since. */
export async function sourceOf(db: Db, type: Type, { id, content }: StoredText): Promise<string | undefined> {
  return findSource(db, type, id, hashOf(content))
}

/** For permanently deleted content. */
export async function deleteSource(tx: Tx, type: Type, id: number): Promise<void> {
  await removeSource(tx, type, id)
}

/**
 * The text in the requested format. Markdown is the original source if the text has not changed since, otherwise
 * generated.
 */
export async function inFormat<Text extends StoredText>(
  db: Db,
  type: Type,
  text: Text,
  format: ContentFormat | undefined,
): Promise<Text> {
  if (format !== 'markdown') return text
  const source = await findSource(db, type, text.id, hashOf(text.content))
  return { ...text, content: source ?? (await orRefusal(() => toMarkdown(text.content))) }
}
