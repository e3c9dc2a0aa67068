import { highlight, highlightAll } from '../../platform/search/highlight.ts'
import { plainText } from '../../platform/search/plain-text.ts'
import type { Query } from '../../platform/search/query.ts'
import type { Zone } from '../../platform/times/times.ts'
import { showMention } from '../articles/articles.view.ts'
import type { Hit } from './reading.actions.ts'

const PASSAGE_LENGTH = 120

export function showHit(zone: Zone, query: Query) {
  return (hit: Hit) => ({
    ...showMention(zone)(hit),
    highlight: {
      title: highlightAll(hit.title, query),
      content: highlight(plainText(hit.content), query, { around: PASSAGE_LENGTH }),
    },
  })
}
