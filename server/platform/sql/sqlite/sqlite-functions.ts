import { highlightAll } from '../../search/highlight.ts'
import { highlightPassage } from '../../search/passage.ts'
import type { Query } from '../../search/query.ts'
import type { SqliteDatabase } from './open.ts'

/** Functions for the statements of every connection. */
export function addTextFunctions(database: SqliteDatabase): void {
  database.function('lowercase', { deterministic: true }, (text: string | null) => (text ?? '').toLowerCase())
}

/**
 * Functions for statements of readers. If only a part of a text is shown, it is cut where it is read, perhaps in a thread.
 * The whole text is not copied to the main thread then.
 */
export function addFunctions(database: SqliteDatabase): void {
  addTextFunctions(database)
  const asked = createQueryReader()
  database.function('highlighted_title', { deterministic: true }, (title: string, query: string) =>
    highlightAll(title, asked(query)),
  )
  database.function(
    'highlighted_passage',
    { deterministic: true },
    (html: string, query: string, around: number) => highlightPassage(html, asked(query), { around }),
  )
}

/** The rows of a statement have the same query, for which the search prepares once. */
function createQueryReader() {
  let lastText = ''
  let last: Query = { terms: [] }
  return (text: string): Query => {
    if (text !== lastText) {
      last = JSON.parse(text) as Query
      lastText = text
    }
    return last
  }
}
