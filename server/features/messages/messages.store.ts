import type { Insertable } from 'kysely'
import type { Tx } from '../../database.ts'
import type { MessageTable } from './messages.table.ts'

export async function insertMessage(tx: Tx, message: Insertable<MessageTable>): Promise<void> {
  await tx.insertInto('messages').values(message).execute()
}
