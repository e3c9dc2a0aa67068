// Simulates the users of a site: a few hundred requests a second.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 40
/**
 * Many, and close together: nginx cannot repeat a POST, so it is the first to show a connection that was closed too
 * early.
 */
const VIEWERS = 12
const VIEW_PAUSE_MS = 15

/** Runs until `stop`, which waits for the requests in flight. */
export function startLoad(client, { viewedId, editedIds, filePath }) {
  /** What the service has acknowledged: title by id. */
  const created = new Map()
  /** Responses that did not show a write acknowledged before the request. */
  const stale = []
  let going = true

  async function loop(step, pauseMs = PAUSE_MS) {
    for (let turn = 1; going; turn++) {
      await step(turn)
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }

  /** If a response is lost, the request is repeated with the same key, so nothing is created twice. */
  async function create(who, turn) {
    const title = `Article ${turn} of writer ${who}`
    const body = { title, content: '<p>some words</p>', category_id: 1, status: 1 }
    const headers = { 'idempotency-key': randomUUID() }
    for (let attempt = 1; attempt <= 5; attempt++) {
      const answer = await client.send('create', 201, 'POST', '/api/articles', body, headers)
      if (!answer) continue
      created.set(answer.data.id, title)
      return
    }
  }

  async function edit(id, turn) {
    const title = `Edited ${turn} times`
    if (!(await client.send('edit', 200, 'PUT', `/api/articles/${id}`, { title }))) return
    // Whichever node answers.
    const answer = await client.send('read', 200, 'GET', `/api/articles/${id}`)
    if (answer && answer.data.title !== title) stale.push(`${id}: "${answer.data.title}", not "${title}"`)
  }

  const view = () => client.send('view', 200, 'POST', `/api/articles/${viewedId}/view`)

  async function read(turn) {
    const paths = [
      '/api/articles?page_size=20',
      `/api/articles/${viewedId}`,
      '/api/articles/search?keyword=words',
      filePath,
    ]
    await client.send('read', 200, 'GET', paths[turn % paths.length])
    const newest = [...created.keys()].at(-1)
    if (newest !== undefined && turn % 2 === 0)
      await client.send('read', 200, 'GET', `/api/articles/${newest}`)
  }

  const loops = [
    ...[1, 2].map((who) => loop((turn) => create(who, turn))),
    ...editedIds.map((id) => loop((turn) => edit(id, turn))),
    ...Array.from({ length: VIEWERS }, () => loop(view, VIEW_PAUSE_MS)),
    ...[1, 2, 3, 4].map(() => loop(read)),
  ]
  return {
    created,
    stale,
    async stop() {
      going = false
      await Promise.all(loops)
    },
  }
}
