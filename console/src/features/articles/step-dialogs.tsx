import { type ArticleDetail, PUBLISHED } from '@inkstone/contract/articles.ts'
import { useWords } from '../../lib/words.tsx'
import { ArticleHistory } from './article-history.tsx'
import { articleWords } from './articles.words.ts'
import { AuthorModal } from './author-modal.tsx'
import { DateModal } from './date-modal.tsx'
import type { usePublication } from './publication.ts'
import { RejectModal } from './reject-modal.tsx'
import { ScheduleModal } from './schedule-modal.tsx'

export type StepDialog = 'time' | 'date' | 'author' | 'reason' | 'history'

/** The dialogs of the publishing actions. */
export function StepDialogs({
  asking,
  article,
  publishesCopy,
  busy,
  dirty,
  reason,
  publication,
  step,
  decide,
  onClose,
  onStartOver,
}: {
  asking: StepDialog | undefined
  article: ArticleDetail | undefined
  publishesCopy: boolean
  busy: boolean
  dirty: boolean
  /** That of a decision which was not saved. */
  reason: string
  publication: ReturnType<typeof usePublication>
  step: (take: (id: number) => Promise<boolean>) => Promise<void>
  decide: (status: 1 | 2, reason: string) => Promise<void>
  onClose: () => void
  onStartOver: () => void
}) {
  const say = useWords(articleWords)
  return (
    <>
      {asking === 'time' && (
        <ScheduleModal
          busy={busy}
          onClose={onClose}
          onChoose={(time) =>
            step((id) => (publishesCopy ? publication.publishCopy(id, time) : publication.publish(id, time)))
          }
        />
      )}
      {asking === 'date' && (
        <DateModal
          busy={busy}
          first={article?.publish_time ?? null}
          label={say(article?.status === PUBLISHED ? 'setDate' : 'publish')}
          onClose={onClose}
          onChoose={(time) =>
            step((id) =>
              article?.status === PUBLISHED ? publication.redate(id, time) : publication.publish(id, time),
            )
          }
        />
      )}
      {asking === 'author' && article && (
        <AuthorModal
          author={article.author}
          busy={busy}
          onClose={onClose}
          onChoose={(authorId) => step((id) => publication.assign(id, authorId))}
        />
      )}
      {asking === 'reason' && article && (
        <RejectModal
          title={article.title}
          first={reason}
          busy={busy}
          onClose={onClose}
          onReject={(reason) => decide(2, reason)}
        />
      )}
      {asking === 'history' && article && (
        <ArticleHistory
          article={article}
          isDirty={dirty}
          onClose={onClose}
          onRestored={() => onStartOver()}
        />
      )}
    </>
  )
}
