import { auditComment, auditComments, deleteComment } from '@inkstone/contract/comment-moderation.ts'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { restoreMany, sendUnlessGone } from '../../lib/one-by-one.ts'
import { refreshAll, showError, useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { showWithUndo } from '../../ui/undo.tsx'
import { COMMENT_TOUCHES, type ModeratedComment } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'

type Status = ModeratedComment['status']

/** A comment before a decision. */
export type Undecided = Pick<ModeratedComment, 'id' | 'status' | 'reason' | 'report_count'>

const DECIDED = { 0: 'pendingOne', 1: 'approvedOne', 2: 'rejectedOne', 3: 'spamOne' } as const

/** Approves or rejects one or several comments. */
export function useDeciding(onDone?: () => void) {
  const say = useWords(commentWords)
  const tell = useTelling()
  const decided = useRef<{ before: readonly Undecided[]; status: Status }>({ before: [], status: 0 })

  function finish(message: string): void {
    const { before } = decided.current
    // A decision closes the reports, which cannot be opened again.
    if (before.some(({ report_count }) => report_count > 0)) notifications.show({ color: 'teal', message })
    else tell(message, () => decideBack(before))
    onDone?.()
  }

  const one = useAction(auditComment, {
    touches: COMMENT_TOUCHES,
    onDone: () => finish(say(DECIDED[decided.current.status])),
  })
  const many = useAction(auditComments, {
    touches: COMMENT_TOUCHES,
    onDone: ({ success_count: n, failed_count: failed }) =>
      finish(failed > 0 ? say('decidedSome', { n, failed }) : say('decidedMany', { n })),
  })
  return {
    busy: one.isPending || many.isPending,
    decide(before: readonly Undecided[], status: Status, reason?: string) {
      const ids = before.map(({ id }) => id)
      decided.current = { before, status }
      if (ids.length === 1) one.mutate({ params: { id: ids[0] }, body: { status, reason } })
      else if (ids.length > 1) many.mutate({ body: { ids, status, reason } })
    },
  }
}

/** Comments with the same earlier status and reason get them back together. */
async function decideBack(before: readonly Undecided[]): Promise<void> {
  const groups = new Map<string, number[]>()
  for (const { id, status, reason } of before) {
    const decision = JSON.stringify({ status, reason })
    groups.set(decision, [...(groups.get(decision) ?? []), id])
  }
  for (const [decision, ids] of groups) await call(auditComments, { body: { ids, ...JSON.parse(decision) } })
}

/** Deletes comments one by one, as the service does. Returns the ids of those that were not deleted with another one. */
async function deleteAll(ids: readonly number[]): Promise<number[]> {
  const deleted: number[] = []
  // Replies are deleted with their comment.
  for (const id of ids)
    if (await sendUnlessGone(() => call(deleteComment, { params: { id } }))) deleted.push(id)
  return deleted
}

export function useDeleting(onDone?: () => void) {
  const say = useWords(commentWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const client = useQueryClient()
  const tell = useTelling()
  const deleting = useMutation({
    mutationFn: deleteAll,
    onSuccess: (deleted) => {
      // A reply that was deleted before its comment is restored after it.
      tell(say('deleted'), () => restoreMany('comment', deleted.toReversed()))
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

/** Tells what was done, and offers to undo it. */
function useTelling() {
  const ui = useWords(uiWords)
  const client = useQueryClient()
  return (message: string, undo: () => Promise<void>) =>
    showWithUndo(message, ui, () =>
      undo()
        .then(() => notifications.show({ color: 'teal', message: ui('undone') }), showError)
        .finally(() => refreshAll(client, COMMENT_TOUCHES)),
    )
}
