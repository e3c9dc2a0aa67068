import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { recordChange } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY, READERS, type SeenBy } from '../changes/changes.table.ts'
import { recordEvent } from '../events/events.actions.ts'
import type { PageRow } from './pages.table.ts'

type PageEvent = Extract<EventKind, `page.${string}`>

/** Records a page event for webhooks and the feed of changes. */
export async function recordPageEvent(
  tx: Tx,
  kind: PageEvent | undefined,
  before: PageRow | undefined,
  after: PageRow | undefined,
): Promise<void> {
  const page = after ?? before
  if (!page) return
  const tell = () => eventPayload(page)
  if (kind) await recordEvent(tx, page.site_id, kind, page, tell)
  if (after?.enabled === 1 && before?.enabled !== 1 && kind === 'page.updated')
    await recordEvent(tx, page.site_id, 'page.published', page, tell)
  await recordChange(tx, {
    siteId: page.site_id,
    type: 'page',
    id: page.id,
    alias: page.alias,
    before: seenBy(before),
    after: seenBy(after),
  })
}

function seenBy(page: PageRow | undefined): SeenBy {
  if (!page) return NOBODY
  return page.enabled === 1 ? READERS : MANAGERS
}

function eventPayload({ title, content, alias, enabled, site_id }: PageRow) {
  return { title, content, alias, enabled, site_id }
}
