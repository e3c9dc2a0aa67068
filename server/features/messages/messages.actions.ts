import type { Tx } from '../../database.ts'
import { insertMessage } from './messages.store.ts'

/** What a person can be told of; the words are chosen when it is read. */
export type MessageKind = 'article-passed' | 'article-rejected'

export async function sendMessage(
  tx: Tx,
  siteId: number,
  userId: number,
  kind: MessageKind,
  details: Readonly<Record<string, string | number>>,
): Promise<void> {
  await insertMessage(tx, {
    site_id: siteId,
    user_id: userId,
    kind,
    details: JSON.stringify(details),
    read_at: null,
    created_at: tx.now,
  })
}
