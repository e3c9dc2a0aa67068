import { createClient } from '@inkstone/client'

/**
 * A content loader for the articles of a service. The first build reads all of them, a hundred per request with their
 * texts; later builds read only what has changed.
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
      ? articlesBy(changes.changed)
      : client.each('listArticles', { include: ['content'] })
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
    const [changed, gone] = [new Set(), new Set()]
    let next = cursor
    for (let more = true; more; ) {
      const page = await client
        .listChanges({ after: next, types: ['article'], limit: 1000 })
        .catch((error) => (error.name === 'cursor-gone' ? undefined : Promise.reject(error)))
      if (!page) return undefined
      for (const { id, change } of page.list) {
        const [into, outOf] = change === 'gone' ? [gone, changed] : [changed, gone]
        into.add(id)
        outOf.delete(id)
      }
      next = page.next
      more = page.more
    }
    return { changed: [...changed], gone, next }
  }

  async function* articlesBy(ids) {
    for (let from = 0; from < ids.length; from += 100)
      yield* client.each('listArticles', { ids: ids.slice(from, from + 100), include: ['content'] })
  }

  return { name: 'inkstone-articles', load }
}
