import { moderateComments } from '@inkstone/contract/comment-moderation.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useSelection } from '../../lib/selection.ts'
import { useWords } from '../../lib/words.tsx'
import { Listing } from '../../ui/listing.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { BatchBar } from './batch-bar.tsx'
import { BlockForm } from './block-form.tsx'
import { ArticleCell, CommentCell } from './comment-cell.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { CommentReply } from './comment-reply.tsx'
import { APPROVED, type ModeratedComment, PENDING, SPAM } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'
import { useDeciding, useDeleting } from './deciding.ts'
import { RejectForm } from './reject-form.tsx'
import { type Counts, StatusChoice } from './status-choice.tsx'

/** `all` in the URL. The default is pending comments. */
type UrlParams = Readonly<{
  status?: string | undefined
  keyword?: string
  article_id?: number | undefined
  page_id?: number | undefined
  user_id?: number | undefined
}>

type Doing =
  | { readonly what: 'reject'; readonly comments: readonly ModeratedComment[] }
  | { readonly what: 'reply'; readonly comment: ModeratedComment }
  | { readonly what: 'block'; readonly ip: string }

export function CommentsTab({ counts }: { counts: Counts | undefined }) {
  const say = useWords(commentWords)
  const [{ page, status = String(PENDING), keyword = '', article_id, page_id, user_id }, change] =
    useAddress<UrlParams>()
  const shown = String(status)
  const answer = useAnswer(moderateComments, {
    query: { page, keyword, article_id, page_id, user_id, status: shown === 'all' ? undefined : shown },
  })
  const { ids: chosen, choose, none } = useSelection(answer.data?.list)
  const chosenComments = answer.data?.list.filter(({ id }) => chosen.has(id)) ?? []
  const [doing, setDoing] = useState<Doing>()
  const { decide, busy } = useDeciding(none)
  const deleting = useDeleting(none)
  const search = useCallback((keyword: string) => change({ keyword }), [change])
  const narrowed = [article_id, page_id, user_id].some((id) => id !== undefined)
  const close = () => setDoing(undefined)
  return (
    <Stack gap="md">
      <Group gap="sm">
        <StatusChoice
          value={shown}
          counts={counts}
          onChange={(status) => {
            none()
            change({ status: status === String(PENDING) ? undefined : status })
          }}
        />
        <SearchBox value={keyword} label={say('searchFor')} onSearch={search} />
      </Group>
      {narrowed && (
        <Group gap="xs">
          <Text size="sm">{say(page_id ? 'ofOnePage' : article_id ? 'ofOneArticle' : 'ofOneUser')}</Text>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => change({ article_id: undefined, page_id: undefined, user_id: undefined })}
          >
            {say('showAll')}
          </Button>
        </Group>
      )}
      {chosen.size > 0 && (
        <BatchBar
          n={chosen.size}
          busy={busy || deleting.busy}
          onApprove={() => decide(chosenComments, APPROVED)}
          onReject={() => setDoing({ what: 'reject', comments: chosenComments })}
          onSpam={() => decide(chosenComments, SPAM)}
          onDelete={() => deleting.ask([...chosen])}
        />
      )}
      <Listing
        answer={answer}
        filtered={keyword !== '' || narrowed || shown !== String(PENDING)}
        nothing={say('noPending')}
        nameOf={({ user, content }) => `${user.nickname}: ${content.slice(0, 30)}`}
        selection={{ ids: chosen, choose }}
        onPage={(page) => {
          none()
          change({ page })
        }}
        columns={[
          {
            head: say('comment'),
            cell: (comment) => (
              <CommentCell
                comment={comment}
                showStatus={shown === 'all'}
                busy={busy}
                onDecide={(status) => decide([comment], status)}
                onReject={() => setDoing({ what: 'reject', comments: [comment] })}
                onReply={() => setDoing({ what: 'reply', comment })}
              />
            ),
          },
          {
            head: say('commentedOn'),
            cell: (comment) => <ArticleCell comment={comment} />,
            wideOnly: true,
            width: '30%',
          },
        ]}
        actions={(comment) => (
          <CommentMenu
            comment={comment}
            onPending={() => decide([comment], PENDING)}
            onBlock={(ip) => setDoing({ what: 'block', ip })}
            onNarrow={(to) => change({ status: 'all', keyword: '', ...to })}
            onDelete={() => deleting.ask([comment.id])}
          />
        )}
      />
      {doing?.what === 'reject' && <RejectForm comments={doing.comments} onClose={close} onDone={none} />}
      {doing?.what === 'reply' && <CommentReply comment={doing.comment} onClose={close} />}
      {doing?.what === 'block' && <BlockForm ip={doing.ip} onClose={close} />}
    </Stack>
  )
}
