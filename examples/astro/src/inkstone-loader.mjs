import { createClient } from '@inkstone/client'

/** The kinds of content that an article shows. A renamed tag is a change of the tag, not of its articles. */
const TYPES = ['article', 'category', 'tag', 'media']
const PER_CALL = 100
const MOST_READINGS = 5

/**
 * A content loader for the articles of a service. The first build reads all of them, a hundred per request with their
 * texts; later builds read those that have changed, and those that show a category, tag, author or cover that has.
 */
export function inkstoneArticles({ url, token, siteId }) {
  const client = createClient({ url, token, siteId })

  async function load({ store, meta, parseData, generateDigest, logger }) {
    const since = meta.get('cursor')
    const changes = since === undefined ? undefined : await changesAfter(since)
    const { articles, cursor } = changes ? await changedArticles(changes, store) : await allArticles()
    if (!changes) store.clear()
    for (const id of changes?.gone ?? []) store.delete(String(id))
    for (const article of articles) {
      const id = String(article.id)
      const data = await parseData({ id, data: article })
      store.set({ id, data, digest: generateDigest(data), rendered: { html: article.content } })
    }
    meta.set('cursor', cursor)
    logger.info(`${articles.length} articles read, ${changes?.gone.size ?? 0} gone`)
  }

  /**
   * All articles, up to a cursor. They are read again if an article has changed meanwhile: when one goes, those after it
   * move up, and the next page would begin one too late.
   */
  async function allArticles() {
    for (let reading = 1; ; reading += 1) {
      const { next: cursor } = await client.listChanges()
      const articles = await all(client.each('listArticles', { include: ['content'] }, { cursor }))
      const { list } = await client.listChanges({ after: cursor, types: ['article'] })
      if (list.length === 0 || reading === MOST_READINGS) return { articles, cursor }
    }
  }

  async function changedArticles(changes, store) {
    const { next: cursor } = changes
    return { articles: await articlesBy(await outdated(changes, store), cursor), cursor }
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
  async function outdated({ changed, shown, next }, store) {
    const nicknames = await nicknamesAt(next)
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
  async function articlesBy(ids, cursor) {
    const articles = []
    for (let from = 0; from < ids.length; from += PER_CALL) {
      const some = { ids: ids.slice(from, from + PER_CALL), include: ['content'] }
      articles.push(...(await all(client.each('listArticles', some, { cursor }))))
    }
    return articles
  }

  return { name: 'inkstone-articles', load }
}

async function all(iterable) {
  const found = []
  for await (const each of iterable) found.push(each)
  return found
}
