import { useState } from 'react'
import { usePublication } from './publication.ts'
import type { SavingArticle } from './saving-article.ts'

/** What a step asks for in a dialog first. */
type StepDialog = 'time' | 'date' | 'author' | 'reason' | 'history'

/** The steps of an article between draft and published. Each saves first, so that it applies to what is on the screen. */
export function usePublishSteps(saving: SavingArticle) {
  // The lists are marked stale once, with the save.
  const publication = usePublication([])
  const [asking, ask] = useState<StepDialog>()
  const [reason, setReason] = useState('')
  const close = () => ask(undefined)

  async function step(take: Parameters<typeof saving.saveThen>[0]): Promise<void> {
    if (await saving.saveThen(take)) close()
  }

  /**
   * Decides on exactly the version on the screen, with the corrections of the reviewer. If somebody else changed it, the
   * new version is shown first, and the reason is kept for the next decision.
   */
  async function decide(status: 1 | 2, given = ''): Promise<void> {
    setReason(given)
    await step(async (id, etag, isJoined) => {
      const outcome = isJoined ? 'changed' : await publication.decide(id, status, given, etag)
      if (isJoined) publication.tellChanged()
      if (outcome === 'changed') close()
      if (outcome === 'done') setReason('')
      return outcome === 'done'
    })
  }

  return {
    publication,
    busy: saving.busy || publication.busy,
    asking,
    ask,
    close,
    /** That of a decision which was not saved. */
    reason,
    step,
    decide,
  }
}
export type PublishSteps = ReturnType<typeof usePublishSteps>
