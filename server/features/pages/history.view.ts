import type { PageSnapshot } from '@inkstone/contract/page-history.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { fieldsOf, type WholeDraft } from './history.actions.ts'
import type { PageRevisionFound } from './history.store.ts'
import { showPage } from './pages.view.ts'

interface Saved {
  readonly saved_by: number
  readonly username: string | null
  readonly nickname: string | null
}

function showEditor({ saved_by, username, nickname }: Saved) {
  return { id: saved_by, username: username ?? '', nickname: nickname ?? '' }
}

/** The page as it will look after publishing. */
export function showPageDraft(zone: Zone) {
  return ({ page, draft }: WholeDraft) => {
    const { source: _, ...changes } = fieldsOf(draft)
    return {
      ...showPage(zone)(page),
      ...changes,
      editor: showEditor(draft),
      ...showTimes(zone, { save: draft.saved_at }),
    }
  }
}

export function showPageRevision(zone: Zone) {
  return (row: PageRevisionFound) => ({
    number: row.number,
    title: snapshotIn(row).title,
    editor: showEditor(row),
    ...showTimes(zone, { create: row.saved_at }),
  })
}

export function showWholePageRevision(zone: Zone) {
  return (row: PageRevisionFound) => ({ ...snapshotIn(row), ...showPageRevision(zone)(row) })
}

function snapshotIn({ snapshot }: PageRevisionFound): PageSnapshot {
  return JSON.parse(snapshot) as PageSnapshot
}
