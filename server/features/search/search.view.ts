import { highlightAll } from '../../platform/search/highlight.ts'
import { highlightPassage } from '../../platform/search/passage.ts'
import type { Query } from '../../platform/search/query.ts'
import type { Zone } from '../../platform/times/times.ts'
import { showMention } from '../articles/articles.view.ts'
import type { Hit } from './reading.actions.ts'

const PASSAGE_LENGTH = 120

export function showHit(zone: Zone, query: Query) {
  const show = showMention(zone)
  return (hit: Hit) => Object.assign(show(hit.article), { highlight: highlightHit(hit, query) })
}

export function highlightHit({ article, content }: Hit, query: Query) {
  return {
    title: highlightAll(article.title, query),
    content: highlightPassage(content, query, { around: PASSAGE_LENGTH }),
  }
}
