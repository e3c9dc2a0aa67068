import { type ArticleItem, PUBLISHED } from '@inkstone/contract/articles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshAll, showError } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { rightsOn } from './article-rights.ts'
import { articleWords } from './articles.words.ts'
import { ARTICLE_TOUCHES, keptDate, usePublication } from './publication.ts'
import { readForEditing } from './reading-article.ts'
import { RejectModal } from './reject-modal.tsx'
import { ScheduleModal } from './schedule-modal.tsx'

/** The list shows no version of a working copy: the current one is what is decided on. */
async function versionShown({ id, etag, status, review_status }: ArticleItem): Promise<string | undefined> {
  const isCopy = status === PUBLISHED && review_status === 'pending'
  return isCopy || etag === undefined ? (await readForEditing(id)).etag : etag
}

/** The actions of an article in the list. */
export function ArticleMenu({ article }: { article: ArticleItem }) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const client = useQueryClient()
  const rights = rightsOn(article)
  const publication = usePublication()
  const [asking, setAsking] = useState<'time' | 'reason'>()
  const { id, title } = article

  /** Decides only on the version that this row shows. If the article was saved since, nothing is decided. */
  async function decide(status: 1 | 2, reason?: string): Promise<boolean> {
    const etag = await versionShown(article).catch((error) => showError(error as Error))
    if (etag === undefined) return false
    const outcome = await publication.decide(id, status, reason, etag)
    if (outcome === 'changed') await refreshAll(client, ARTICLE_TOUCHES)
    return outcome === 'done'
  }

  const possible: ReadonlyArray<RowAction & { allowed: boolean }> = [
    { label: ui('edit'), allowed: rights.edit, onClick: () => navigate({ to: `/articles/${id}` }) },
    {
      label: say('publishNow'),
      allowed: rights.publish,
      onClick: () => publication.publish(id, keptDate(article)),
    },
    { label: say('schedule'), allowed: rights.schedule, onClick: () => setAsking('time') },
    { label: say('submit'), allowed: rights.submit, onClick: () => publication.submit(id) },
    { label: say('pass'), allowed: rights.audit, onClick: () => void decide(1) },
    { label: say('reject'), allowed: rights.audit, onClick: () => setAsking('reason') },
    {
      label: say('cancelSchedule'),
      allowed: rights.cancelSchedule,
      onClick: () => publication.unschedule(id),
    },
    { label: say('unpublish'), allowed: rights.unpublish, onClick: () => publication.unpublish(id) },
    { label: say('archive'), allowed: rights.archive, onClick: () => publication.archive(id) },
    {
      label: ui('delete'),
      danger: true,
      allowed: rights.remove,
      onClick: () => confirm(say('deleteQuestion', { title }), ui('delete'), () => publication.remove(id)),
    },
  ]
  return (
    <>
      <RowMenu name={title} actions={possible.filter(({ allowed }) => allowed)} />
      {asking === 'time' && (
        <ScheduleModal
          busy={publication.busy}
          onClose={() => setAsking(undefined)}
          onChoose={async (time) => {
            if (await publication.publish(id, time)) setAsking(undefined)
          }}
        />
      )}
      {asking === 'reason' && (
        <RejectModal
          title={title}
          busy={publication.busy}
          onClose={() => setAsking(undefined)}
          onReject={async (reason) => {
            if (await decide(2, reason)) setAsking(undefined)
          }}
        />
      )}
    </>
  )
}
