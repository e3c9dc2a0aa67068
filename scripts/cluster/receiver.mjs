// A receiver of webhooks that records what it gets, and sometimes rejects a first attempt.
import { createServer } from 'node:http'

const REFUSE_EVERY = 40

export async function startReceiver() {
  /** By event and article: the delivery ids, and how often each arrived. */
  const deliveries = new Map()
  const seen = new Set()
  let refused = 0

  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { event, data } = JSON.parse(Buffer.concat(chunks).toString())
    const id = String(request.headers['x-webhook-id'])
    const isNew = !seen.has(id)
    seen.add(id)
    if (isNew && seen.size % REFUSE_EVERY === 0) {
      refused++
      response.writeHead(503).end()
      return
    }
    const key = `${event} ${data.id}`
    const delivery = deliveries.get(key) ?? { ids: new Set(), times: 0 }
    delivery.ids.add(id)
    delivery.times++
    deliveries.set(key, delivery)
    response.writeHead(204).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    deliveryOf: (event, articleId) => deliveries.get(`${event} ${articleId}`),
    refused: () => refused,
    stop: () => server.close(),
  }
}
