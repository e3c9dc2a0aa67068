import { findInterrupted, insertImport, saveImport } from './imports.store.ts'
import type { Report } from './items.ts'
import { type ImportWishes, takeIn } from './take-in.actions.ts'

/** An import that a command asks for: it goes on with the one of the same source that was interrupted. A dry run leaves no trace. */
export async function runImport(wishes: Omit<ImportWishes, 'importId'>): Promise<Report> {
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
  await engine.transact((tx) => saveImport(tx, importId, { status: 'done', report: JSON.stringify(report) }))
  return report
}
