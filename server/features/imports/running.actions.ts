import { type ImportRequest, importSource } from './importing.actions.ts'
import { findUnfinished, insertImport, saveImport } from './imports.store.ts'
import type { Report } from './items.ts'
import { markDone, markFailed, markRunning } from './outcome.actions.ts'

/**
 * Runs an import for a command. It resumes the unfinished import of the same source. A dry run leaves no trace. The
 * report is stored first, and the import is done even if `saveReport` fails. If the process is killed in `saveReport`,
 * the next run calls it again.
 */
export async function runImport(
  request: Omit<ImportRequest, 'importId'>,
  saveReport: (report: Report) => Promise<void> = async () => {},
): Promise<Report> {
  const { engine } = request.uploading
  if (request.dryRun) return importSource({ ...request, importId: 0 })
  const importId = await startOrResume(request)
  const report = await importOrFail({ ...request, importId })
  await engine.transact((tx) => saveImport(tx, importId, { report: JSON.stringify(report) }))
  try {
    await saveReport(report)
  } finally {
    await markDone(engine, importId, report)
  }
  return report
}

async function startOrResume({
  uploading,
  source,
}: Pick<ImportRequest, 'uploading' | 'source'>): Promise<number> {
  const { engine, actor } = uploading
  const unfinished = await findUnfinished(engine.db, actor.siteId, source.kind, source.name)
  if (unfinished !== undefined) {
    await markRunning(engine, unfinished)
    return unfinished
  }
  return engine.transact((tx) =>
    insertImport(tx, {
      site_id: actor.siteId,
      kind: source.kind,
      status: 'running',
      source: source.name,
      user_id: actor.userId,
    }),
  )
}

async function importOrFail(request: ImportRequest): Promise<Report> {
  try {
    return await importSource(request)
  } catch (error) {
    // If the database is the reason, this fails too. The import can be resumed either way.
    await markFailed(request.uploading.engine, request.importId, error).catch(() => {})
    throw error
  }
}
