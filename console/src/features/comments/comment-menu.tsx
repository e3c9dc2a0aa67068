import { useWords } from '../../lib/words.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { type ModeratedComment, PENDING } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'

type Narrowed =
  | { readonly article_id: number; readonly user_id: undefined }
  | { readonly article_id: undefined; readonly user_id: number }

export function CommentMenu({
  comment: { status, user, article, ip },
  onPending,
  onBlock,
  onNarrow,
  onDelete,
}: {
  comment: ModeratedComment
  onPending: () => void
  onBlock: (ip: string) => void
  onNarrow: (to: Narrowed) => void
  onDelete: () => void
}) {
  const say = useWords(commentWords)
  const ui = useWords(uiWords)
  const narrow = (to: Narrowed) => () => onNarrow(to)
  return (
    <RowMenu
      name={user.nickname}
      actions={[
        { label: say('onThisArticle'), onClick: narrow({ article_id: article.id, user_id: undefined }) },
        ...(user.id > 0
          ? [{ label: say('byThisUser'), onClick: narrow({ article_id: undefined, user_id: user.id }) }]
          : []),
        ...(status === PENDING ? [] : [{ label: say('toPending'), onClick: onPending }]),
        ...(ip === '' ? [] : [{ label: say('blockAddress', { ip }), onClick: () => onBlock(ip) }]),
        { label: ui('delete'), danger: true, onClick: onDelete },
      ]}
    />
  )
}
