// What people do to a site all at once, as fast as the pauses let them: a few hundred requests a second.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 40
/** Many and close together: a POST that nginx could not repeat is the first to show a connection closed too early. */
const VIEWERS = 12
const VIEW_PAUSE_MS = 15

/** Runs until `stop`, which waits for what is in flight. */
export function startLoad(client, { viewedId, editedIds, filePath }) {
  /** What the service has said that it has: title by id. */
  const created = new Map()
  /** Answers that did not show what had been acknowledged before they were asked for. */
  const stale = []
  let going = true

  async function lane(step, pauseMs = PAUSE_MS) {
    for (let turn = 1; going; turn++) {
      await step(turn)
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }

  /** An answer that got lost is asked for again with the same key: nothing is made twice. */
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

  const lanes = [
    ...[1, 2].map((who) => lane((turn) => create(who, turn))),
    ...editedIds.map((id) => lane((turn) => edit(id, turn))),
    ...Array.from({ length: VIEWERS }, () => lane(view, VIEW_PAUSE_MS)),
    ...[1, 2, 3, 4].map(() => lane(read)),
  ]
  return {
    created,
    stale,
    async stop() {
      going = false
      await Promise.all(lanes)
    },
  }
}
