import { ARCHIVED, type ArticleStatus, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { Badge } from '@mantine/core'
import { nowInService } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'

export const STATUS_WORDS = {
  [DRAFT]: 'draft',
  [PUBLISHED]: 'published',
  [PENDING]: 'pending',
  [ARCHIVED]: 'archived',
} as const

const COLOURS = { draft: 'gray', published: 'teal', pending: 'orange', archived: 'dark', scheduled: 'blue' }

export interface Stateful {
  readonly status: ArticleStatus
  readonly publish_time: string | null
}

/** A draft with a time to come publishes itself; one with a time that is past has only a date. */
export function isScheduled({ status, publish_time }: Stateful): boolean {
  return status === DRAFT && publish_time !== null && publish_time > nowInService()
}

export function ArticleStatusBadge({ article }: { article: Stateful }) {
  const say = useWords(articleWords)
  const word = isScheduled(article) ? 'scheduled' : STATUS_WORDS[article.status]
  return (
    <Badge variant="light" color={COLOURS[word]} style={{ flexShrink: 0 }}>
      {say(word)}
    </Badge>
  )
}
