import * as contract from '@inkstone/contract/pages.ts'
import { type Db, preparesAndWrites, readsCached, type Tx, writes } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Call } from '../../platform/http/route.ts'
import type { Zone } from '../../platform/times/times.ts'
import { inFormat, prepareContent } from '../content/content.actions.ts'
import { includedMedia, type MediaOfEach, showContentMedia } from '../media/shown-media.actions.ts'
import { draftedPages } from './history.actions.ts'
import {
  changePage,
  createPage,
  deletePage,
  seeAllPages,
  seePage,
  seePublicPages,
  versionOfPage,
  viewPage,
  withContent,
} from './pages.actions.ts'
import { showPage, showPageInList, showWithDrafts } from './pages.view.ts'

export const pageRoutes = [
  readsCached(
    contract.listPages,
    async (db, { actor, query }) =>
      query.all === 1
        ? (await seeAllPages(db, actor)).map(showWithDrafts(await draftedPages(db, actor)))
        : (await seePublicPages(db, actor)).map(showPageInList),
    {},
    {
      when: ({ include }) => include !== undefined,
      read: (db, { actor, query, zone }) =>
        streamedList(db, actor, query.all === 1, zone, query.include ?? []),
    },
  ),
  preparesAndWrites(
    contract.createPage,
    (db, { body }) => prepareContent(db, body),
    async (tx, { actor, zone }, { fields, removed }) => ({
      ...showPage(zone)(await createPage(tx, actor, fields)),
      removed,
    }),
  ),
  readsCached(contract.getPage, async (db, { actor, params, query, zone, answering }) => {
    const page = await seePage(db, actor, params.alias)
    answering.version = page.version
    const shown = showPage(zone)(await inFormat(db, 'page', page, query.format))
    const own = [{ id: page.id, text: () => page.content }]
    const media = await includedMedia(db, actor.siteId, 'page', own, query.include)
    return withMedia(shown, media)
  }),
  preparesAndWrites(contract.updatePage, prepareChanges, saveChanges, versionToChange),
  preparesAndWrites(contract.patchPage, prepareChanges, saveChanges, versionToChange),
  writes(contract.deletePage, async (tx, { actor, params }) => deletePage(tx, actor, params.alias)),
  writes(contract.viewPage, async (tx, { actor, params }) => ({
    view_count: await viewPage(tx, actor, params.alias),
  })),
]

/** Pages with the fields that `include` names. Without `content` their texts are not read. */
async function streamedList(db: Db, actor: Actor, all: boolean, zone: Zone, include: readonly string[]) {
  const pages = await (all ? seeAllPages : seePublicPages)(db, actor)
  const textOf = async (page: (typeof pages)[number]) => {
    for await (const { content } of withContent(db, actor, [page], all)) return content
    return ''
  }
  const media = await includedMedia(
    db,
    actor.siteId,
    'page',
    pages.map((page) => ({ id: page.id, text: () => textOf(page) })),
    include,
  )
  async function* items() {
    if (include.includes('content'))
      for await (const page of withContent(db, actor, pages, all))
        yield withMedia(showPage(zone)(page), media)
    else for (const page of pages) yield withMedia(showPageInList(page), media)
  }
  return { etagSource: JSON.stringify([include, pages, [...(media ?? [])]]), items: items() }
}

function withMedia<Page extends { readonly id: number }>(page: Page, media: MediaOfEach | undefined) {
  return media ? { ...page, media: showContentMedia(media.get(page.id) ?? []) } : page
}

type Saving = Pick<Call<typeof contract.updatePage>, 'actor' | 'params' | 'body' | 'zone'>

function prepareChanges(db: Db, { body }: Saving) {
  return prepareContent(db, body)
}

async function saveChanges(
  tx: Tx,
  { actor, params, zone }: Saving,
  { fields, removed }: Awaited<ReturnType<typeof prepareChanges>>,
) {
  return { ...showPage(zone)(await changePage(tx, actor, params.alias, fields)), removed }
}

function versionToChange(tx: Tx, { actor, params, body }: Saving): Promise<number> {
  return versionOfPage(tx, actor, params.alias, body)
}
