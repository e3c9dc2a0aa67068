import type { Engine } from '../../database.ts'
import { fieldTexts, messageOf, Problem } from '../../platform/core/problem.ts'
import { storable } from '../../platform/texts/storable.ts'
import { saveImport } from './imports.store.ts'
import type { Report } from './items.ts'

export async function markRunning(engine: Engine, importId: number): Promise<void> {
  await engine.transact((tx) => saveImport(tx, importId, { status: 'running', failure: '' }))
}

export async function markDone(engine: Engine, importId: number, report: Report): Promise<void> {
  await engine.transact((tx) =>
    saveImport(tx, importId, { status: 'done', report: JSON.stringify(report), done: 1, total: 1 }),
  )
}

/** Returns the reason. */
export async function markFailed(engine: Engine, importId: number, error: unknown): Promise<string> {
  // The reason may quote the file. If it could not be stored, the job would run again.
  const failure = storable(reasonOf(error))
  await engine.transact((tx) => saveImport(tx, importId, { status: 'failed', failure }))
  return failure
}

/** The text of an error in a report, in English. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Problem)) return error instanceof Error ? error.message : String(error)
  const { fields } = error.details
  if (fields === undefined) return messageOf(error.problem, 'en')
  const texts = Object.entries(fieldTexts(fields, 'en'))
  return texts.map(([field, issues]) => `\`${field}\`: ${issues.join(' ')}`).join(' ')
}
