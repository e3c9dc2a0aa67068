import { auditComment, auditComments, deleteComment } from '@inkstone/contract/comment-moderation.ts'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { refreshAll, showError, useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { COMMENT_TOUCHES, type ModeratedComment } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'

type Status = ModeratedComment['status']

const DECIDED = { 0: 'pendingOne', 1: 'approvedOne', 2: 'rejectedOne', 3: 'spamOne' } as const

/** Approves or rejects one or several comments. */
export function useDeciding(onDone?: () => void) {
  const say = useWords(commentWords)
  const decided = useRef<Status>(0)
  const options = { touches: COMMENT_TOUCHES, onDone: () => onDone?.() }
  const one = useAction(auditComment, { ...options, done: () => say(DECIDED[decided.current]) })
  const many = useAction(auditComments, {
    ...options,
    done: ({ success_count: n, failed_count: failed }) =>
      failed > 0 ? say('decidedSome', { n, failed }) : say('decidedMany', { n }),
  })
  return {
    busy: one.isPending || many.isPending,
    decide(ids: readonly number[], status: Status, reason?: string) {
      const [id] = ids
      decided.current = status
      if (ids.length === 1) one.mutate({ params: { id }, body: { status, reason } })
      else if (ids.length > 1) many.mutate({ body: { ids, status, reason } })
    },
  }
}

const NOT_FOUND = 404

/** Replies are deleted with their comment. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error
}

/** The service deletes comments one by one. */
export function useDeleting(onDone?: () => void) {
  const say = useWords(commentWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const client = useQueryClient()
  const deleting = useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const id of ids) await call(deleteComment, { params: { id } }).catch(unlessGone)
    },
    onSuccess: () => {
      notifications.show({ color: 'teal', message: say('deleted') })
      onDone?.()
    },
    onError: showError,
    onSettled: () => refreshAll(client, COMMENT_TOUCHES),
  })
  return {
    busy: deleting.isPending,
    ask: (ids: readonly number[]) =>
      confirm(ids.length === 1 ? say('deleteOne') : say('deleteMany', { n: ids.length }), ui('delete'), () =>
        deleting.mutate(ids),
      ),
  }
}
