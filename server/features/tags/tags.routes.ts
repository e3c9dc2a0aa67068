import * as contract from '@inkstone/contract/tags.ts'
import { acts, readsCached, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
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
  ...[contract.updateTag, contract.patchTag].map((endpoint) =>
    writes(
      endpoint,
      async (tx, { actor, params, body, zone }) =>
        showTagWithArticles(zone)(await changeTag(tx, actor, params.id, body)),
      async (tx, { actor, params, body }) => versionOfTag(tx, actor, params.id, body),
    ),
  ),
  acts(contract.deleteTag, async (engine, { actor, params }) => deleteTag(engine, actor, params.id)),
  acts(contract.mergeTag, async (engine, { actor, params, body, zone }) =>
    showTagWithArticles(zone)(await mergeTag(engine, actor, params.id, body.target_id)),
  ),
]
