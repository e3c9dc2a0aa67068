// The thread of `writing.mjs` that sends the writes.
import { parentPort, workerData } from 'node:worker_threads'
import { ADMIN } from './service.mjs'

const { url, headers, seconds, rates, ids } = workerData

/**
 * Sends requests at a fixed rate, however long the responses take, and returns how many were done and how long they
 * took.
 */
async function write(perSecond, make) {
  const times = []
  const sent = []
  let failed = 0
  const begun = performance.now()
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = begun + (1000 * index) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const { path, ...request } = make(index)
    const at = performance.now()
    sent.push(
      fetch(`${url}${path}`, request)
        .then(async (answer) => {
          await answer.arrayBuffer()
          if (answer.ok) times.push(performance.now() - at)
          else failed++
        })
        .catch(() => failed++),
    )
  }
  await Promise.all(sent)
  const took = (performance.now() - begun) / 1000
  times.sort((one, other) => one - other)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { rate: times.length / took, p50: at(0.5), p99: at(0.99), failed }
}

const json = (credentials, body) => ({
  headers: { ...credentials, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const edits = (index) => ({
  method: 'PUT',
  path: `/api/articles/${ids[index % ids.length]}`,
  ...json(headers, { summary: `Edited by the bench, ${index} ${Date.now()}.` }),
})
const views = (index) => ({
  method: 'POST',
  path: `/api/articles/${ids[index % ids.length]}/view`,
  headers,
})
const logins = () => ({ method: 'POST', path: '/api/auth/login', ...json({}, ADMIN) })
const creates = (index) => ({
  method: 'POST',
  path: '/api/articles',
  ...json(headers, {
    title: `Made by the bench ${index}`,
    content: '<p>Some words.</p>',
    category_id: 1,
    status: 1,
  }),
})

const work = { edits, creates, views, logins }
const done = Object.entries(rates).map(async ([name, perSecond]) => [
  name,
  await write(perSecond, work[name]),
])
parentPort.postMessage(Object.fromEntries(await Promise.all(done)))
