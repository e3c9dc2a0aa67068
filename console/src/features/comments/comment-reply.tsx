import { auditComment } from '@inkstone/contract/comment-moderation.ts'
import { replyToComment } from '@inkstone/contract/comments.ts'
import { Blockquote, Text, Textarea } from '@mantine/core'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { APPROVED, COMMENT_TOUCHES, type ModeratedComment } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'

/** Only public comments can have replies, so a pending one is approved first. */
export function CommentReply({ comment, onClose }: { comment: ModeratedComment; onClose: () => void }) {
  const say = useWords(commentWords)
  const form = useFields({ content: '' })
  const approving = useAction(auditComment, { touches: COMMENT_TOUCHES })
  const replying = useAction(replyToComment, {
    done: say('replied'),
    touches: COMMENT_TOUCHES,
    form,
    onDone: onClose,
  })
  const params = { id: comment.id }
  const reply = () => replying.mutate({ params, body: form.values })
  return (
    <FormDrawer
      opened
      title={say('replyTitle', { name: comment.user.nickname })}
      submitLabel={say(comment.status === APPROVED ? 'send' : 'approveAndReply')}
      busy={approving.isPending || replying.isPending}
      onClose={onClose}
      onSubmit={() => {
        const isBlank = form.values.content.trim() === ''
        if (comment.status === APPROVED || approving.isSuccess || isBlank) reply()
        else approving.mutate({ params, body: { status: APPROVED } }, { onSuccess: reply })
      }}
    >
      <Blockquote p="sm" my={0}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} lineClamp={8}>
          {comment.content}
        </Text>
      </Blockquote>
      <Textarea
        label={say('answer')}
        required
        autosize
        minRows={4}
        data-autofocus
        {...form.text('content')}
      />
    </FormDrawer>
  )
}
