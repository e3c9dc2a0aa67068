import * as contract from '@inkstone/contract/saved-views.ts'
import { reads, writes } from '../../database.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { deleteSavedView, savedViewsOf, saveView } from './saved-views.actions.ts'
import type { SavedViewRow } from './saved-views.table.ts'

export const savedViewRoutes = [
  reads(contract.listSavedViews, async (db, { actor, zone }) => ({
    list: (await savedViewsOf(db, actor)).map(showSavedView(zone)),
  })),
  writes(contract.saveView, async (tx, { actor, body, zone }) =>
    showSavedView(zone)(await saveView(tx, actor, body)),
  ),
  writes(contract.deleteSavedView, async (tx, { actor, params }) => deleteSavedView(tx, actor, params.id)),
]

function showSavedView(zone: Zone) {
  return ({ id, name, query, created_at }: SavedViewRow) => ({
    id,
    name,
    query,
    ...showTimes(zone, { create: created_at }),
  })
}
