import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { actsLater, type Engine, type Tables } from '../../database.ts'
import { systemActor } from '../../platform/core/actor.ts'
import { unpackZip } from '../../platform/files/unpack.ts'
import { giveUp, type Handler } from '../../platform/jobs/job-kind.ts'
import { resolveSite } from '../sites/sites.actions.ts'
import { importSource } from './importing.actions.ts'
import { type ImportOptions, runUploaded, type UploadOptions } from './imports.rules.ts'
import { findImport, saveImport } from './imports.store.ts'
import type { ImportRow } from './imports.table.ts'
import { markDone, markFailed, markRunning } from './outcome.actions.ts'
import { openSource } from './sources.ts'
import { SourceUnreadable } from './unreadable.ts'

/** One at a time on a node. If the node is killed, another one resumes the import. */
const TERMS = { maxAttempts: 50, queue: { name: 'imports', concurrency: 1 } }
const SAVED_EVERY_MS = 1000

export const importJobs = (services: ImportOptions): Handler<Tables>[] => [
  actsLater(
    runUploaded,
    async ({ engine, signal }, { import_id, site_id }, { attempt }) => {
      const row = await findImport(engine.db, site_id, import_id)
      if (!row || row.status === 'done' || row.status === 'undone') return undefined
      const options = JSON.parse(row.options) as UploadOptions
      const folder = join(services.folder, `import-${import_id}-${process.pid}`)
      try {
        await rm(folder, { recursive: true, force: true })
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await importUploaded({ engine, folder, signal }, services, row, options)
      } catch (error) {
        const isLast = attempt >= TERMS.maxAttempts && !signal.aborted
        if (!(error instanceof SourceUnreadable) && !isLast) throw error
        const failure = await markFailed(engine, import_id, error)
        await services.media.storage.remove(options.storageKey)
        return giveUp(failure)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
      await services.media.storage.remove(options.storageKey)
      return undefined
    },
    TERMS,
  ),
]

interface ImportRun {
  readonly engine: Engine
  /** For the unpacked file. */
  readonly folder: string
  readonly signal: AbortSignal
}

async function importUploaded(
  { engine, folder, signal }: ImportRun,
  services: ImportOptions,
  row: ImportRow,
  options: UploadOptions,
): Promise<void> {
  await markRunning(engine, row.id)
  const site = await resolveSite(engine.db, String(row.site_id), undefined)
  const path = await unpacked(services, row, options, folder)
  let savedAt = 0
  const report = await importSource({
    uploading: {
      engine,
      media: services.media,
      actor: { ...systemActor(site), userId: row.user_id },
      origin: '',
      quiet: true,
    },
    source: await openSource(row.kind, path, services.zone, row.source),
    importId: row.id,
    dryRun: options.dryRun,
    update: options.update ?? false,
    media: { fetch: options.fetch, folder: row.kind === 'markdown' ? path : undefined },
    fetch: services.fetch,
    authors: new Map(Object.entries(options.authors)),
    categories: new Map(Object.entries(options.categories ?? {})),
    membersOf: options.onlyMembers ? row.site_id : undefined,
    signal,
    onProgress: ({ done, total }) => {
      if (performance.now() - savedAt < SAVED_EVERY_MS) return
      savedAt = performance.now()
      // Progress is only for display, so a failure is ignored.
      engine.transact((tx) => saveImport(tx, row.id, { done, total })).catch(() => {})
    },
  })
  await markDone(engine, row.id, report)
}

/** The uploaded file, or the unpacked folder of a zip. */
async function unpacked(
  { media }: ImportOptions,
  { kind, source }: ImportRow,
  { storageKey }: UploadOptions,
  folder: string,
): Promise<string> {
  const file = join(folder, 'upload')
  if (!(await media.storage.copyOut(storageKey, file)))
    throw new SourceUnreadable('The uploaded file no longer exists.')
  if (kind !== 'markdown') return file
  const target = join(folder, 'files')
  await mkdir(target)
  const refusal = await unpackZip(file, target)
  if (refusal) throw new SourceUnreadable(`${source} cannot be unpacked (${refusal}).`)
  return target
}
