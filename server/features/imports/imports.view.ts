import type { Import } from '@inkstone/contract/imports.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { UploadOptions } from './imports.rules.ts'
import type { ImportRow } from './imports.table.ts'
import type { Report } from './items.ts'

const MAX_LOSSES = 1000

export const showImport =
  (zone: Zone) =>
  (row: ImportRow): Import => {
    const options = row.options === '' ? undefined : (JSON.parse(row.options) as UploadOptions)
    return {
      id: row.id,
      kind: row.kind,
      filename: row.source,
      status: row.status === 'undone' ? 'done' : row.status,
      dry_run: options?.dryRun ? 1 : 0,
      update: options?.update ? 1 : 0,
      undone: row.status === 'undone' ? 1 : 0,
      progress: progressOf(row),
      failure: row.failure,
      report: row.report === '' ? null : reportIn(row.report),
      ...showTimes(zone, { create: row.created_at, update: row.updated_at }),
    }
  }

function progressOf({ status, done, total }: ImportRow): number {
  if (status === 'done' || status === 'undone') return 100
  return total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))
}

/** Reports of earlier versions lack some counts. */
function reportIn(text: string): Import['report'] {
  const report = JSON.parse(text) as Partial<Report>
  const losses = report.losses ?? []
  return {
    found: report.found ?? 0,
    articles: report.articles ?? 0,
    pages: report.pages ?? 0,
    comments: report.comments ?? 0,
    categories: report.categories ?? 0,
    tags: report.tags ?? 0,
    files: report.files ?? 0,
    already_there: report.already_there ?? 0,
    updated: report.updated ?? 0,
    updated_texts: [...(report.updated_texts ?? [])],
    authors: [...(report.authors ?? [])],
    category_names: [...(report.category_names ?? [])],
    losses: losses.slice(0, MAX_LOSSES).map(({ where, what }) => ({ where, what })),
    losses_total: report.losses_total ?? losses.length,
  }
}
