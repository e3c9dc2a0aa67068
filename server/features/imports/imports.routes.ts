import { Readable } from 'node:stream'
import * as contract from '@inkstone/contract/imports.ts'
import { acts, reads, streams } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { contentDisposition } from '../../platform/files/file-names.ts'
import { laterKey } from '../../platform/http/idempotency.ts'
import { sendStream } from '../../platform/http/streams.ts'
import type { ImportOptions } from './imports.rules.ts'
import { findImports } from './imports.store.ts'
import { showImport } from './imports.view.ts'
import { redirectsCsv } from './links.actions.ts'
import { undoImport } from './undo.actions.ts'
import { enqueueImport, readImport } from './uploads.actions.ts'

export const importRoutes = (services: ImportOptions) => [
  streams(contract.createImport, async (engine, { actor, zone, header }, { request, reply }) => {
    const keyFor = laterKey(actor, contract.createImport, header('idempotency-key'))
    const answering = { keyFor, show: showImport(zone) }
    const { shown, replayed } = await enqueueImport(engine, services, actor, request.raw, answering)
    if (replayed) reply.header('idempotent-replayed', 'true')
    reply.status(201)
    return shown
  }),
  reads(contract.listImports, async (db, { actor, query, zone }) =>
    paginated(await findImports(db, actor.siteId, query), query, showImport(zone)),
  ),
  reads(contract.getImport, async (db, { actor, params, zone }) =>
    showImport(zone)(await readImport(db, actor, params.id)),
  ),
  streams(contract.importRedirects, async (engine, { actor, params }, { reply }) => {
    const { id } = await readImport(engine.db, actor, params.id)
    const uploading = { engine, media: services.media, actor, origin: '' }
    reply
      .header('content-disposition', contentDisposition('attachment', `import-${id}-redirects.csv`))
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
    return sendStream(reply, Readable.from(redirectsCsv({ uploading }, id), { objectMode: false }))
  }),
  acts(contract.undoImport, async (engine, { actor, params }) => {
    const { id, status } = await readImport(engine.db, actor, params.id)
    if (status === 'queued' || status === 'running') throw new Problem('import-running')
    const done = await undoImport({ engine, media: services.media, actor, origin: '' }, id)
    return done ?? { undone: 0, kept: 0 }
  }),
]
