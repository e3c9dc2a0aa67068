import { listAuditLog } from '@inkstone/contract/audit-log.ts'
import { reads } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { findEntries } from './audit-log.store.ts'
import { showEntry } from './audit-log.view.ts'

export const auditLogRoutes = [
  reads(listAuditLog, async (db, { query, zone }) =>
    paginated(await findEntries(db, query), query, showEntry(zone)),
  ),
]
