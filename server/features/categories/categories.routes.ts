import * as contract from '@inkstone/contract/categories.ts'
import { acts, readsCached, type Tx, writes } from '../../database.ts'
import type { Call } from '../../platform/http/route.ts'
import {
  changeCategory,
  createCategory,
  seeAllCategories,
  seeCategory,
  seePublicCategories,
  versionOfCategory,
} from './categories.actions.ts'
import { showCategory, showTree } from './categories.view.ts'
import { deleteCategory, mergeCategory } from './merging.actions.ts'

export const categoryRoutes = [
  readsCached(contract.listCategories, async (db, { actor, query }) =>
    showTree(await (query.all === 1 ? seeAllCategories : seePublicCategories)(db, actor)),
  ),
  writes(contract.createCategory, async (tx, { actor, body, zone }) =>
    showCategory(zone)(await createCategory(tx, actor, body)),
  ),
  readsCached(contract.getCategory, async (db, { actor, params, zone, answering }) => {
    const category = await seeCategory(db, actor, params.id)
    // The article count is part of the response, but a newly published article must not make an edit fail.
    answering.version = category.updated_at
    return showCategory(zone)(category)
  }),
  writes(contract.updateCategory, saveChanges, versionToChange),
  writes(contract.patchCategory, saveChanges, versionToChange),
  acts(contract.deleteCategory, async (engine, { actor, params, query }) =>
    deleteCategory(engine, actor, params.id, query.move_to),
  ),
  acts(contract.mergeCategory, async (engine, { actor, params, body, zone }) =>
    showCategory(zone)(await mergeCategory(engine, actor, params.id, body.target_id)),
  ),
]

type Saving = Pick<Call<typeof contract.updateCategory>, 'actor' | 'params' | 'body' | 'zone'>

async function saveChanges(tx: Tx, { actor, params, body, zone }: Saving) {
  return showCategory(zone)(await changeCategory(tx, actor, params.id, body))
}

function versionToChange(tx: Tx, { actor, params }: Saving): Promise<number> {
  return versionOfCategory(tx, actor, params.id)
}
