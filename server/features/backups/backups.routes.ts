import * as contract from '@inkstone/contract/backups.ts'
import { acts, reads, streams, writes } from '../../database.ts'
import { boundsOf, paginated } from '../../platform/core/page.ts'
import { zipDocument } from '../../platform/documents/zip.ts'
import { contentDisposition } from '../../platform/files/file-names.ts'
import { disconnectSignal, sendStream } from '../../platform/http/streams.ts'
import { orderBackup } from './backups.actions.ts'
import type { BackupPlace } from './backups.rules.ts'
import { findBackups } from './backups.store.ts'
import { showBackup, showBackupDetail } from './backups.view.ts'
import { orderRestore } from './restore-orders.actions.ts'
import { filesOfBackup, findBackup, recordDownload, seeBackup } from './stored-backups.actions.ts'

export const backupRoutes = (place: BackupPlace, onRestoreOrdered: () => void) => [
  reads(contract.listBackups, async (_db, { query, zone }) => {
    const all = await findBackups(place.folder)
    const { offset, limit } = boundsOf(query)
    const found = { rows: all.slice(offset, offset + limit), total: all.length }
    return paginated(found, query, showBackup(zone))
  }),
  acts(contract.getBackup, async (engine, { params, zone }) =>
    showBackupDetail(zone)(await seeBackup(engine.db, place, params.name)),
  ),
  streams(contract.downloadBackup, async (engine, { actor, params }, { reply }) => {
    const backup = await findBackup(place, params.name)
    await engine.transact((tx) => recordDownload(tx, actor, backup.name))
    const files = filesOfBackup(place, backup, disconnectSignal(reply))
    reply
      .header('content-disposition', contentDisposition('attachment', `${backup.name}.zip`))
      .header('cache-control', 'no-store')
      .type('application/zip')
    return sendStream(reply, zipDocument(files))
  }),
  acts(contract.restoreBackup, async (engine, { actor, params, body }) => {
    await orderRestore(engine, actor, place, { name: params.name, confirm: body.confirm })
    onRestoreOrdered()
  }),
  writes(contract.createBackup, async (tx, { actor, body }) => ({
    job_id: await orderBackup(tx, actor, place, body.kind),
  })),
]
