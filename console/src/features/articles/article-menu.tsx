import type { ArticleItem } from '@inkstone/contract/articles.ts'
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
import { ARTICLE_TOUCHES, usePublication } from './publication.ts'
import { readForEditing } from './reading-article.ts'
import { RejectModal } from './reject-modal.tsx'
import { ScheduleModal } from './schedule-modal.tsx'

/** An ETag that no version has, so that the server answers as for any outdated version. */
const NO_VERSION = '"0"'

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
    const read = await readForEditing(id).catch((error) => showError(error as Error))
    if (!read) return false
    const isOther = read.article.update_time !== article.update_time
    const outcome = await publication.decide(id, status, reason, isOther ? NO_VERSION : read.etag)
    if (outcome === 'changed') await refreshAll(client, ARTICLE_TOUCHES)
    return outcome === 'done'
  }

  const possible: ReadonlyArray<RowAction & { allowed: boolean }> = [
    { label: ui('edit'), allowed: rights.edit, onClick: () => navigate({ to: `/articles/${id}` }) },
    { label: say('publishNow'), allowed: rights.publish, onClick: () => publication.publish(id) },
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
