import { ARCHIVED, type ArticleItem, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { Badge, Group } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'

export const STATUS_WORDS = {
  [DRAFT]: 'draft',
  [PUBLISHED]: 'published',
  [PENDING]: 'pending',
  [ARCHIVED]: 'archived',
} as const

const COLOURS = { draft: 'gray', published: 'teal', pending: 'orange', archived: 'dark', scheduled: 'blue' }

export type Stateful = Pick<ArticleItem, 'status' | 'scheduled_time' | 'working_copy' | 'review_status'>

/** Whether the article is scheduled. */
export const isScheduled = ({ status, scheduled_time }: Stateful) =>
  status === DRAFT && scheduled_time !== null

export function ArticleStatusBadge({ article }: { article: Stateful }) {
  const say = useWords(articleWords)
  const word = isScheduled(article) ? 'scheduled' : STATUS_WORDS[article.status]
  const copy =
    article.working_copy === 0 ? undefined : article.review_status === 'pending' ? 'copyPending' : 'copyThere'
  return (
    <Group gap={4} style={{ flexShrink: 0 }}>
      <Badge variant="light" color={COLOURS[word]}>
        {say(word)}
      </Badge>
      {copy && (
        <Badge variant="outline" color={copy === 'copyPending' ? 'orange' : 'gray'}>
          {say(copy)}
        </Badge>
      )}
      {article.review_status === 'rejected' && (
        <Badge variant="light" color="red">
          {say('sentBack')}
        </Badge>
      )}
    </Group>
  )
}
