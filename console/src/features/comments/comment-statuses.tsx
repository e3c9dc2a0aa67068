import type { moderateComments } from '@inkstone/contract/comment-moderation.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { Badge } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { commentWords } from './comments.words.ts'

export type ModeratedComment = AnswerOf<typeof moderateComments>['list'][number]

/** What to refetch: articles and pages show their number of comments. */
export const COMMENT_TOUCHES = ['/api/comments', '/api/articles', '/api/pages', '/api/recycle-bin']

export const PENDING = 0
export const APPROVED = 1
export const REJECTED = 2
export const SPAM = 3

/** By status. */
export const STATUS_NAMES = ['pending', 'approved', 'rejected', 'spam'] as const
const COLOURS = ['orange', 'teal', 'gray', 'red'] as const

export function StatusBadge({ status }: { status: ModeratedComment['status'] }) {
  const say = useWords(commentWords)
  return (
    <Badge size="sm" variant="light" color={COLOURS[status]}>
      {say(STATUS_NAMES[status])}
    </Badge>
  )
}
