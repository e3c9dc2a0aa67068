import { createClient } from '@inkstone/client'

/** The kinds of content that an article shows. A renamed tag is a change of the tag, not of its articles. */
const TYPES = ['article', 'category', 'tag', 'media']
const PER_CALL = 100

/**
 * A content loader for the articles of a service. The first build reads all of them, a hundred per request with their
 * texts; later builds read those that have changed, and those that show a category, tag, author or cover that has.
 */
export function inkstoneArticles({ url, token, siteId }) {
  const client = createClient({ url, token, siteId })

  async function load({ store, meta, parseData, generateDigest, logger }) {
    const since = meta.get('cursor')
    const changes = since === undefined ? undefined : await changesAfter(since)
    // Read before the articles: changes made meanwhile are read again by the next build, and none is missed.
    const cursor = changes?.next ?? (await client.listChanges()).next
    if (!changes) store.clear()
    for (const id of changes?.gone ?? []) store.delete(String(id))
    const articles = changes
      ? articlesBy(await outdated(changes, store, cursor), cursor)
      : client.each('listArticles', { include: ['content'] }, { cursor })
    let count = 0
    for await (const article of articles) {
      const id = String(article.id)
      const data = await parseData({ id, data: article })
      store.set({ id, data, digest: generateDigest(data), rendered: { html: article.content } })
      count += 1
    }
    meta.set('cursor', cursor)
    logger.info(`${count} articles read, ${changes?.gone.size ?? 0} gone`)
  }

  /** The changes since then; undefined if they are no longer available and everything must be read again. */
  async function changesAfter(cursor) {
    const [changed, gone, shown] = [new Set(), new Set(), new Set()]
    let next = cursor
    for (let more = true; more; ) {
      const page = await client
        .listChanges({ after: next, types: TYPES, limit: 1000 })
        .catch((error) => (error.name === 'cursor-gone' ? undefined : Promise.reject(error)))
      if (!page) return undefined
      for (const { type, id, change } of page.list) {
        if (type !== 'article') {
          shown.add(`${type} ${id}`)
          continue
        }
        const [into, outOf] = change === 'gone' ? [gone, changed] : [changed, gone]
        into.add(id)
        outOf.delete(id)
      }
      next = page.next
      more = page.more
    }
    return { changed, gone, shown, next }
  }

  /** The ids of the changed articles, and of those in the store that show something that has changed. */
  async function outdated({ changed, shown }, store, cursor) {
    const nicknames = await nicknamesAt(cursor)
    const shows = ({ author, category, category_ids = [], tags, cover_media }) =>
      nicknames.get(author.id) !== author.nickname ||
      [category.id, ...category_ids].some((id) => shown.has(`category ${id}`)) ||
      tags.some(({ id }) => shown.has(`tag ${id}`)) ||
      (cover_media && shown.has(`media ${cover_media.id}`))
    const others = store.values().filter(({ data }) => shows(data))
    return [...new Set([...changed, ...others.map(({ data }) => data.id)])]
  }

  /** Authors are not in the feed of changes. */
  async function nicknamesAt(cursor) {
    const nicknames = new Map()
    for await (const { id, nickname } of client.each('listAuthors', {}, { cursor }))
      nicknames.set(id, nickname)
    return nicknames
  }

  // The cursor in the URL: a cache between the service and the build must not return what it stored before the change.
  async function* articlesBy(ids, cursor) {
    for (let from = 0; from < ids.length; from += PER_CALL)
      yield* client.each(
        'listArticles',
        { ids: ids.slice(from, from + PER_CALL), include: ['content'] },
        { cursor },
      )
  }

  return { name: 'inkstone-articles', load }
}
