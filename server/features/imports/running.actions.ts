import { findInterrupted, insertImport, saveImport } from './imports.store.ts'
import type { Report } from './items.ts'
import { type ImportWishes, takeIn } from './take-in.actions.ts'

/**
 * Runs an import for a command. It resumes the interrupted import of the same source. A dry run leaves no trace. The
 * report is kept before the import counts as done: if the process is killed in between, the next run writes it.
 */
export async function runImport(
  wishes: Omit<ImportWishes, 'importId'>,
  keepReport: (report: Report) => Promise<void> = async () => {},
): Promise<Report> {
  const { uploading, source, dryRun } = wishes
  const { engine, actor } = uploading
  if (dryRun) return takeIn({ ...wishes, importId: 0 })
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
  const report = await takeIn({ ...wishes, importId })
  await keepReport(report)
  await engine.transact((tx) => saveImport(tx, importId, { status: 'done', report: JSON.stringify(report) }))
  return report
}
