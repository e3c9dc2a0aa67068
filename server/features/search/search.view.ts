import { highlight, highlightAll } from '../../platform/search/highlight.ts'
import { plainText } from '../../platform/search/plain-text.ts'
import type { Query } from '../../platform/search/query.ts'
import type { HitRow } from './search.store.ts'

const PASSAGE_LENGTH = 120

export function showHit(query: Query) {
  return ({ id, title, summary, content }: HitRow) => ({
    id,
    title,
    summary,
    highlight: {
      title: highlightAll(title, query),
      content: highlight(plainText(content), query, { around: PASSAGE_LENGTH }),
    },
  })
}
