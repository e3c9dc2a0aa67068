import * as contract from '@inkstone/contract/page-history.ts'
import { preparesAndWrites, reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { prepareContent } from '../content/content.actions.ts'
import {
  dropPageDraft,
  pageRevision,
  pageRevisions,
  publishPageDraft,
  restorePageRevision,
  savePageDraft,
  seePageDraft,
  versionOfPageDraft,
} from './history.actions.ts'
import { showPageDraft, showPageRevision, showWholePageRevision } from './history.view.ts'
import { showPage } from './pages.view.ts'

export const pageHistoryRoutes = [
  reads(contract.getPageDraft, async (db, { actor, params, zone, answering }) => {
    const whole = await seePageDraft(db, actor, params.alias)
    answering.version = whole.draft.version
    return showPageDraft(zone)(whole)
  }),
  preparesAndWrites(
    contract.savePageDraft,
    (db, { body }) => prepareContent(db, body),
    async (tx, { actor, params, zone, answering, presentEtag }, { fields, removed }) => {
      const draft = await savePageDraft(tx, actor, params.alias, fields)
      // The alias in the response may be a new one, under which the draft is not found before it is published.
      answering.etag = await presentEtag?.()
      return { ...showPageDraft(zone)(draft), removed }
    },
    async (tx, { actor, params }) => versionOfPageDraft(tx, actor, params.alias),
  ),
  writes(contract.dropPageDraft, async (tx, { actor, params }) => dropPageDraft(tx, actor, params.alias)),
  writes(
    contract.publishPageDraft,
    async (tx, { actor, params, zone }) => showPage(zone)(await publishPageDraft(tx, actor, params.alias)),
    async (tx, { actor, params }) => versionOfPageDraft(tx, actor, params.alias),
  ),
  reads(contract.listPageRevisions, async (db, { actor, params, query, zone }) =>
    paginated(await pageRevisions(db, actor, params.alias, query), query, showPageRevision(zone)),
  ),
  reads(contract.getPageRevision, async (db, { actor, params, zone }) =>
    showWholePageRevision(zone)(await pageRevision(db, actor, params.alias, params.n)),
  ),
  writes(contract.restorePageRevision, async (tx, { actor, params, zone }) =>
    showPage(zone)(await restorePageRevision(tx, actor, params.alias, params.n)),
  ),
]
