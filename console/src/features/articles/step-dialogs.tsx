import { type ArticleDetail, PUBLISHED } from '@inkstone/contract/articles.ts'
import { useWords } from '../../lib/words.tsx'
import { ArticleHistory } from './article-history.tsx'
import { articleWords } from './articles.words.ts'
import { AuthorModal } from './author-modal.tsx'
import { DateModal } from './date-modal.tsx'
import type { PublishSteps } from './publish-steps.ts'
import { RejectModal } from './reject-modal.tsx'
import { ScheduleModal } from './schedule-modal.tsx'

/** The dialogs of the publishing actions. */
export function StepDialogs({
  article,
  publishesCopy,
  dirty,
  steps: { publication, busy, asking, close, reason, step, decide },
  onStartOver,
}: {
  article: ArticleDetail | undefined
  publishesCopy: boolean
  dirty: boolean
  steps: PublishSteps
  onStartOver: () => void
}) {
  const say = useWords(articleWords)
  return (
    <>
      {asking === 'time' && (
        <ScheduleModal
          busy={busy}
          onClose={close}
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
          onClose={close}
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
          onClose={close}
          onChoose={(authorId) => step((id) => publication.assign(id, authorId))}
        />
      )}
      {asking === 'reason' && article && (
        <RejectModal
          title={article.title}
          first={reason}
          busy={busy}
          onClose={close}
          onReject={(reason) => decide(2, reason)}
        />
      )}
      {asking === 'history' && article && (
        <ArticleHistory article={article} isDirty={dirty} onClose={close} onRestored={() => onStartOver()} />
      )}
    </>
  )
}
