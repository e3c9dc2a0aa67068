import * as contract from '@inkstone/contract/pages.ts'
import { preparesAndWrites, readsAndRemembers, writes } from '../../database.ts'
import { changePage, createPage, deletePage, seePage, seePages, viewPage } from './pages.actions.ts'
import { cleanContent } from './pages.rules.ts'
import { showPage, showPageInList } from './pages.view.ts'

export const pageRoutes = [
  readsAndRemembers(contract.listPages, async (db, { actor, query }) =>
    (await seePages(db, actor, query.all === 1)).map(showPageInList),
  ),
  preparesAndWrites(
    contract.createPage,
    async (_db, { body }) => cleanContent(body.content),
    async (tx, { actor, body, zone }, content) =>
      showPage(zone)(await createPage(tx, actor, { ...body, content })),
  ),
  readsAndRemembers(contract.getPage, async (db, { actor, params, zone, answering }) => {
    const page = await seePage(db, actor, params.alias)
    answering.version = page.version
    return showPage(zone)(page)
  }),
  preparesAndWrites(
    contract.updatePage,
    async (_db, { body }) => (body.content === undefined ? {} : { content: cleanContent(body.content) }),
    async (tx, { actor, params, body, header, zone }, clean) =>
      showPage(zone)(await changePage(tx, actor, params.alias, { ...body, ...clean }, header('if-match'))),
  ),
  writes(contract.deletePage, async (tx, { actor, params }) => deletePage(tx, actor, params.alias)),
  writes(contract.viewPage, async (tx, { actor, params }) => ({
    view_count: await viewPage(tx, actor, params.alias),
  })),
]
