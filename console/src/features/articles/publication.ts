import { deleteArticle, updateArticle } from '@inkstone/contract/article-endpoints.ts'
import {
  archiveArticle,
  auditArticle,
  publishArticle,
  submitArticle,
  unpublishArticle,
} from '@inkstone/contract/publication.ts'
import { restoreFromBin } from '@inkstone/contract/recycle-bin.ts'
import { publishWorkingCopy } from '@inkstone/contract/working-copies.ts'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Input } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { refreshAll, showError, useAction } from '../../lib/requests.ts'
import { nowInService, short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { showWithUndo } from '../../ui/undo.tsx'
import { isScheduled } from './article-status.tsx'
import { articleWords } from './articles.words.ts'

/** What to refetch after an article changed: articles, and the counts that include it. */
export const ARTICLE_TOUCHES = [
  '/api/articles',
  '/api/categories',
  '/api/tags',
  '/api/recycle-bin',
  '/api/users/me/favorites',
  '/api/stats',
]

const CHANGED = 412
const CONFLICT = 409

/** The date of an article that was public before, or got one in the past. Publishing it again keeps the date. */
export function keptDate(article: { readonly publish_time: string | null } | undefined): string | undefined {
  const time = article?.publish_time
  return time && time < nowInService() ? time : undefined
}

/** The actions between draft and published, and back. */
export function usePublication(touches: readonly string[] = ARTICLE_TOUCHES) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const client = useQueryClient()
  const publishing = useAction(publishArticle, {
    touches,
    done: (state) =>
      isScheduled(state) ? say('isScheduled', { time: short(state.scheduled_time) }) : say('isPublished'),
  })
  const unpublishing = useAction(unpublishArticle, { touches, done: say('isDraft') })
  // Unpublishing also removes the date: with a future one the article would look scheduled.
  const unscheduling = useAction(unpublishArticle, { touches, done: say('isUnscheduled') })
  const archiving = useAction(archiveArticle, { touches, done: say('isArchived') })
  const submitting = useAction(submitArticle, { touches, done: say('isSubmitted') })
  const deciding = useMutation({
    mutationFn: (input: Input<typeof auditArticle>) => call(auditArticle, input),
  })
  const redating = useAction(updateArticle, { touches, done: say('dateChanged') })
  const assigning = useAction(updateArticle, { touches, done: say('authorChanged') })
  const deleting = useAction(deleteArticle, { touches })
  const restoring = useAction(restoreFromBin, { touches, done: ui('undone') })
  const publishingCopy = useAction(publishWorkingCopy, {
    touches,
    done: ({ scheduled_time }) =>
      scheduled_time === null ? say('copyPublished') : say('isScheduled', { time: short(scheduled_time) }),
  })
  const every = [
    publishingCopy,
    publishing,
    unpublishing,
    unscheduling,
    archiving,
    submitting,
    deciding,
    redating,
    assigning,
    deleting,
  ]
  const of = (id: number) => ({ params: { id } })
  // The action has shown the error.
  const isDone = (doing: Promise<unknown>) =>
    doing.then(
      () => true,
      () => false,
    )
  const warn = (word: 'changedMeanwhile' | 'copyOutdated') =>
    notifications.show({ color: 'orange', message: say(word), autoClose: 12_000 })
  return {
    busy: every.some(({ isPending }) => isPending),
    publish: (id: number, publishTime?: string) =>
      isDone(publishing.mutateAsync({ ...of(id), body: publishTime ? { publish_time: publishTime } : {} })),
    publishCopy: (id: number, publishTime?: string) =>
      isDone(
        publishingCopy.mutateAsync({ ...of(id), body: publishTime ? { publish_time: publishTime } : {} }),
      ),
    unpublish: (id: number) => isDone(unpublishing.mutateAsync(of(id))),
    unschedule: (id: number) => isDone(unscheduling.mutateAsync(of(id))),
    archive: (id: number) => isDone(archiving.mutateAsync(of(id))),
    submit: (id: number) => isDone(submitting.mutateAsync(of(id))),
    /** Applies only to the version with this ETag. If the article has changed, nothing is decided. */
    async decide(
      id: number,
      status: 1 | 2,
      reason: string | undefined,
      ifMatch: string | undefined,
    ): Promise<'done' | 'changed' | 'failed'> {
      try {
        await deciding.mutateAsync({ ...of(id), body: { status, reason }, ifMatch })
        await refreshAll(client, touches)
        notifications.show({ color: 'teal', message: say(status === 1 ? 'isPassed' : 'isRejected') })
        return 'done'
      } catch (failure) {
        const refused = failure instanceof ApiError ? failure.status : 0
        if (refused !== CHANGED && refused !== CONFLICT) {
          showError(failure as Error)
          return 'failed'
        }
        warn(refused === CHANGED ? 'changedMeanwhile' : 'copyOutdated')
        return 'changed'
      }
    },
    tellChanged: () => warn('changedMeanwhile'),
    redate: (id: number, publish_time: string) =>
      isDone(redating.mutateAsync({ ...of(id), body: { publish_time } })),
    assign: (id: number, author_id: number) =>
      isDone(assigning.mutateAsync({ ...of(id), body: { author_id } })),
    remove: async (id: number) => {
      const done = await isDone(deleting.mutateAsync(of(id)))
      if (done)
        showWithUndo(say('isDeleted'), ui, () =>
          isDone(restoring.mutateAsync({ params: { type: 'article', id } })),
        )
      return done
    },
  }
}
