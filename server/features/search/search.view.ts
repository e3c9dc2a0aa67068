import { highlightAll } from '../../platform/search/highlight.ts'
import { highlightPassage } from '../../platform/search/passage.ts'
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
      content: highlightPassage(hit.content, query, { around: PASSAGE_LENGTH }),
    },
  })
}
