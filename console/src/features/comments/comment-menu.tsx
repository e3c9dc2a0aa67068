import { useWords } from '../../lib/words.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { type ModeratedComment, PENDING } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'

interface Narrowed {
  readonly article_id: number | undefined
  readonly page_id: number | undefined
  readonly user_id: number | undefined
}
const NOT_NARROWED: Narrowed = { article_id: undefined, page_id: undefined, user_id: undefined }

export function CommentMenu({
  comment: { status, user, article, page, ip },
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
  const narrow = (to: Partial<Narrowed>) => () => onNarrow({ ...NOT_NARROWED, ...to })
  return (
    <RowMenu
      name={user.nickname}
      actions={[
        page.id > 0
          ? { label: say('onThisPage'), onClick: narrow({ page_id: page.id }) }
          : { label: say('onThisArticle'), onClick: narrow({ article_id: article.id }) },
        ...(user.id > 0 ? [{ label: say('byThisUser'), onClick: narrow({ user_id: user.id }) }] : []),
        ...(status === PENDING ? [] : [{ label: say('toPending'), onClick: onPending }]),
        ...(ip === '' ? [] : [{ label: say('blockAddress', { ip }), onClick: () => onBlock(ip) }]),
        { label: ui('delete'), danger: true, onClick: onDelete },
      ]}
    />
  )
}
