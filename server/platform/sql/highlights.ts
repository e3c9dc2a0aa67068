import { type RawBuilder, sql } from 'kysely'
import { highlightAll } from '../search/highlight.ts'
import { highlightPassage } from '../search/passage.ts'
import type { Query } from '../search/query.ts'
import { prepared, type StatementBuilder, type StatementRunner } from './prepared.ts'

interface TextRow {
  readonly id: number
  readonly title: string
  /** HTML. */
  readonly content: string
}

/** HTML in which the matches are marked: the whole title, and the best passage of the content. */
export interface Highlight {
  readonly title: string
  readonly content: string
}

interface Asked {
  /** As JSON. */
  readonly query: string
  readonly around: number
}

/**
 * A statement for the highlights of texts, by id. On SQLite it highlights them itself (`sqlite-functions.ts`), so that a
 * reading thread can do it.
 */
export function highlightsOf<Values extends object>(
  selectTexts: (writing: StatementBuilder<Values>) => RawBuilder<TextRow>,
) {
  const readTexts = prepared<Values, TextRow>(selectTexts)
  const readHighlights = prepared<Values & Asked, TextRow>(
    (writing) => sql`select id, highlighted_title(title, ${writing.value('query')}) as title,
      highlighted_passage(content, ${writing.value('query')}, ${writing.value('around')}) as content
      from (${selectTexts(writing)}) as texts`,
  )

  return async (
    db: StatementRunner,
    values: Values,
    { query, around }: { readonly query: Query; readonly around: number },
  ): Promise<ReadonlyMap<number, Highlight>> => {
    const rows =
      db.engine === 'sqlite'
        ? await readHighlights(db, { ...values, query: JSON.stringify(query), around })
        : (await readTexts(db, values)).map(({ id, title, content }) => ({
            id,
            title: highlightAll(title, query),
            content: highlightPassage(content, query, { around }),
          }))
    return new Map(rows.map(({ id, title, content }) => [id, { title, content }]))
  }
}
