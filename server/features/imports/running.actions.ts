import { type ImportRequest, importSource } from './importing.actions.ts'
import { findInterrupted, insertImport, saveImport } from './imports.store.ts'
import type { Report } from './items.ts'

/**
 * Runs an import for a command. It resumes the interrupted import of the same source. A dry run leaves no trace. The
 * report is stored first, and the import is done even if `saveReport` fails. If the process is killed in `saveReport`,
 * the next run calls it again.
 */
export async function runImport(
  request: Omit<ImportRequest, 'importId'>,
  saveReport: (report: Report) => Promise<void> = async () => {},
): Promise<Report> {
  const { uploading, source, dryRun } = request
  const { engine, actor } = uploading
  if (dryRun) return importSource({ ...request, importId: 0 })
  const importId =
    (await findInterrupted(engine.db, actor.siteId, source.kind, source.name)) ??
    (await engine.transact((tx) =>
      insertImport(tx, {
        site_id: actor.siteId,
        kind: source.kind,
        status: 'running',
        source: source.name,
        user_id: actor.userId,
      }),
    ))
  const report = await importSource({ ...request, importId })
  await engine.transact((tx) => saveImport(tx, importId, { report: JSON.stringify(report) }))
  try {
    await saveReport(report)
  } finally {
    await engine.transact((tx) => saveImport(tx, importId, { status: 'done' }))
  }
  return report
}
