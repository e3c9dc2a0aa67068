import { Anchor, Badge, Button, Group, Spoiler, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { APPROVED, type ModeratedComment, REJECTED, SPAM, StatusBadge } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'

export function CommentCell({
  comment,
  showStatus,
  busy,
  onDecide,
  onReject,
  onReply,
}: {
  comment: ModeratedComment
  showStatus: boolean
  busy: boolean
  onDecide: (status: ModeratedComment['status']) => void
  onReject: () => void
  onReply: () => void
}) {
  const say = useWords(commentWords)
  const { user, status } = comment
  const small = { size: 'compact-xs', variant: 'default', disabled: busy } as const
  return (
    <Stack gap={6} style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {user.nickname || user.username || say('guest')}
        </Text>
        {comment.is_site === 1 && <Badge size="sm">{say('site')}</Badge>}
        {showStatus && <StatusBadge status={status} />}
        {comment.report_count > 0 && (
          <Badge size="sm" color="red" variant="light">
            {say('reports', { n: comment.report_count })}
          </Badge>
        )}
        {user.email !== '' && (
          <Text size="xs" c="dimmed">
            {user.email}
          </Text>
        )}
      </Group>
      <Spoiler maxHeight={110} showLabel={say('more')} hideLabel={say('less')}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {comment.content}
        </Text>
      </Spoiler>
      {comment.reason !== '' && (
        <Text size="xs" c="dimmed">
          {say('decidedBecause', { reason: comment.reason })}
        </Text>
      )}
      <Stack gap={0} hiddenFrom="sm">
        <ArticleCell comment={comment} />
      </Stack>
      <Group gap={6}>
        {status !== APPROVED && (
          <Button {...small} variant="light" color="teal" onClick={() => onDecide(APPROVED)}>
            {say('approve')}
          </Button>
        )}
        {status !== REJECTED && (
          <Button {...small} onClick={onReject}>
            {say('reject')}
          </Button>
        )}
        {status !== SPAM && (
          <Button {...small} onClick={() => onDecide(SPAM)}>
            {say('markSpam')}
          </Button>
        )}
        <Button {...small} onClick={onReply}>
          {say(status === APPROVED ? 'reply' : 'approveAndReply')}
        </Button>
      </Group>
    </Stack>
  )
}

export function ArticleCell({ comment }: { comment: ModeratedComment }) {
  return (
    <Stack gap={2}>
      <Anchor
        component={Link}
        to={comment.page.id > 0 ? `/pages/${comment.page.alias}` : `/articles/${comment.article.id}`}
        size="sm"
        style={{ overflowWrap: 'anywhere' }}
      >
        {comment.page.id > 0 ? comment.page.title : comment.article.title}
      </Anchor>
      <Text size="xs" c="dimmed">
        {[short(comment.create_time), comment.ip].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  )
}
