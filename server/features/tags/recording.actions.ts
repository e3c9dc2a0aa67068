import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { recordChange } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY, READERS, type SeenBy } from '../changes/changes.table.ts'
import { recordEvent } from '../events/events.actions.ts'
import type { TagRow } from './tags.table.ts'

type TagEvent = Extract<EventKind, `tag.${string}`>

/** Records a tag event for webhooks and the feed of changes. */
export async function recordTagEvent(
  tx: Tx,
  kind: TagEvent,
  before: TagRow | undefined,
  after: TagRow | undefined,
): Promise<void> {
  const tag = after ?? before
  if (!tag) return
  const { id, site_id, name, alias, color, enabled } = tag
  await recordEvent(tx, site_id, kind, tag, () => ({ name, alias, color, enabled, site_id }))
  await recordChange(tx, {
    siteId: site_id,
    type: 'tag',
    id,
    alias,
    before: seenBy(before),
    after: seenBy(after),
  })
}

/** Who sees the tag. */
export function seenBy(tag: TagRow | undefined): SeenBy {
  if (!tag) return NOBODY
  return tag.enabled === 1 ? READERS : MANAGERS
}
