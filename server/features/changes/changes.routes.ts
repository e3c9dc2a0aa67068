import { setTimeout as pause } from 'node:timers/promises'
import { listChanges } from '@inkstone/contract/changes.ts'
import { type Db, streams } from '../../database.ts'
import { type CommentSubjects, changesAfter, commentsIn } from './changes.actions.ts'
import { hasUnsettled } from './changes.store.ts'
import { showChanges } from './changes.view.ts'
import type { ChangeWatch } from './waiting.actions.ts'

/**
 * On PostgreSQL a commit is visible here only after all older transactions of this database have ended. That takes
 * milliseconds, so a caller who asks right after a write waits for it.
 */
const MAX_SETTLING_MS = 1_000
const SETTLING_LOOK_MS = 10

/** Comments are a later feature. */
type FindSubjects = (db: Db, siteId: number, commentIds: readonly number[]) => Promise<CommentSubjects>

export const changeRoutes = (watch: ChangeWatch, findSubjects: FindSubjects) => [
  // Not `reads`, because it must notice when the client disconnects.
  streams(listChanges, async (engine, { actor, query, zone }, { reply }) => {
    const deadline = Date.now() + (query.after === undefined ? 0 : (query.wait ?? 0) * 1000)
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const settlesBy = Date.now() + MAX_SETTLING_MS
    for (;;) {
      const seen = await watch.position()
      // Before the changes are read: what settles in between would be missing.
      const mustSettle = Date.now() < settlesBy && (await hasUnsettled(engine.db))
      const found = await changesAfter(engine.db, actor, query)
      if (!found.more && mustSettle) {
        await pause(SETTLING_LOOK_MS)
        continue
      }
      const leftMs = deadline - Date.now()
      if (found.list.length > 0 || found.more || leftMs <= 0 || watch.isClosed() || left.signal.aborted)
        return showChanges(zone, await findSubjects(engine.db, actor.siteId, commentsIn(found)))(found)
      await watch.next(seen, leftMs, left.signal)
    }
  }),
]
