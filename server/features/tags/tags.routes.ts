import * as contract from '@inkstone/contract/tags.ts'
import { acts, readsCached, type Tx, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import type { Call } from '../../platform/http/route.ts'
import { deleteTag, mergeTag } from './merging.actions.ts'
import { changeTag, createTag, seeTag, seeTags, versionOfTag } from './tags.actions.ts'
import { findHotTags } from './tags.store.ts'
import { showTag, showTagWithArticles } from './tags.view.ts'

export const tagRoutes = [
  readsCached(contract.listTags, async (db, { actor, query }) =>
    paginated(await seeTags(db, actor, query), query, showTag),
  ),
  readsCached(contract.hotTags, async (db, { actor, query }) => findHotTags(db, actor.siteId, query.limit)),
  writes(contract.createTag, async (tx, { actor, body, zone }) =>
    showTagWithArticles(zone)(await createTag(tx, actor, body)),
  ),
  readsCached(contract.getTag, async (db, { actor, params, zone, answering }) => {
    const tag = await seeTag(db, actor, params.id)
    // Its articles are part of the response, but a newly published one must not make an edit fail.
    answering.version = tag.updated_at
    return showTagWithArticles(zone)(tag)
  }),
  writes(contract.updateTag, saveChanges, versionToChange),
  writes(contract.patchTag, saveChanges, versionToChange),
  acts(contract.deleteTag, async (engine, { actor, params }) => deleteTag(engine, actor, params.id)),
  acts(contract.mergeTag, async (engine, { actor, params, body, zone }) =>
    showTagWithArticles(zone)(await mergeTag(engine, actor, params.id, body.target_id)),
  ),
]

type Saving = Pick<Call<typeof contract.updateTag>, 'actor' | 'params' | 'body' | 'zone'>

async function saveChanges(tx: Tx, { actor, params, body, zone }: Saving) {
  return showTagWithArticles(zone)(await changeTag(tx, actor, params.id, body))
}

function versionToChange(tx: Tx, { actor, params, body }: Saving): Promise<number> {
  return versionOfTag(tx, actor, params.id, body)
}
