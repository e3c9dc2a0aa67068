// Kills one node and restarts all of them, one after another, under load, and compares the results with the
// guarantees.
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from './client.mjs'
import { startLoad } from './load.mjs'
import { LEFT_ALONE_SECONDS } from './nginx.mjs'
import { startReceiver } from './receiver.mjs'

const CALM_MS = 3_000
const SCHEDULED = 30
const SCHEDULED_EVERY_MS = 1_000
/** Jobs of a dead node are taken over when their lease expires; a failed delivery is retried after 5 s. */
const EVENTS_WITHIN_MS = 90_000

/** Prints each guarantee with the result, and returns whether all were met. */
export async function prove(cluster) {
  const receiver = await startReceiver()
  const client = createClient(cluster.url)
  try {
    const before = await prepare(client, cluster, receiver)
    const begun = performance.now()
    const load = startLoad(client, before)
    await pause(CALM_MS)
    const killed = await killOne(cluster.nodes[0])
    await pause(CALM_MS)
    const restarts = await restartAll(cluster.nodes)
    await load.stop()
    const seconds = (performance.now() - begun) / 1000
    console.log(
      `  ${client.sent()} requests in ${seconds.toFixed(0)} s (${(client.sent() / seconds).toFixed(0)}/s)`,
    )
    await eventsOf(receiver, load.created, before.scheduledIds)
    return report([
      ...onRequests(client, killed, restarts),
      ...(await onWrites(client, load, before)),
      ...(await onEvents(client, receiver, load, before)),
    ])
  } finally {
    client.close()
    receiver.stop()
  }
}

async function prepare(client, { admin, url }, receiver) {
  const token = await client.login(admin)
  const events = ['article.created', 'article.published']
  await client.must(201, 'POST', '/api/webhooks', { url: receiver.url, events })
  const make = async (title, more = {}) => {
    const body = { title, content: '<p>some words</p>', category_id: 1, status: 1, ...more }
    return (await client.must(201, 'POST', '/api/articles', body)).data.id
  }
  const viewedId = await make('Viewed')
  const editedIds = [await make('Edited'), await make('Edited as well')]
  const filePath = await upload(url, token)
  const first = Date.now() + CALM_MS
  const scheduledIds = []
  for (let nth = 0; nth < SCHEDULED; nth++) {
    const publish_time = new Date(first + nth * SCHEDULED_EVERY_MS).toISOString()
    scheduledIds.push(await make(`Scheduled ${nth}`, { publish_time }))
  }
  return { viewedId, editedIds, filePath, scheduledIds }
}

/** A file in the S3 bucket, which every node can serve. */
async function upload(url, token) {
  const form = new FormData()
  form.set('file', new Blob(['read by every node\n'], { type: 'text/plain' }), 'note.txt')
  const answer = await fetch(`${url}/api/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { data } = await answer.json()
  if (!data?.url) throw new Error(`the upload was answered ${answer.status}`)
  return new URL(data.url, url).pathname
}

async function killOne(node) {
  console.log(`  node ${node.number} is killed`)
  const at = performance.now()
  const { at: deadAt } = await node.kill()
  await pause(CALM_MS)
  await node.start()
  console.log(`  node ${node.number} is back`)
  return { node, at, deadAt, backAt: performance.now() }
}

async function restartAll(nodes) {
  const begunAt = performance.now()
  const endings = []
  for (const node of nodes) {
    const begun = performance.now()
    endings.push(await node.stop())
    const stopped = performance.now()
    await node.start()
    const took = [stopped - begun, performance.now() - stopped].map((ms) => `${(ms / 1000).toFixed(1)} s`)
    console.log(`  node ${node.number} stopped in ${took[0]}, started in ${took[1]}`)
    // The next node is stopped when nginx sends requests to this one again.
    await pause((LEFT_ALONE_SECONDS + 0.5) * 1000)
  }
  return { begunAt, endings }
}

function isFullyReported(receiver, created, scheduledIds) {
  return (
    [...created.keys()].every((id) => receiver.deliveryOf('article.created', id)) &&
    scheduledIds.every((id) => receiver.deliveryOf('article.published', id))
  )
}

async function eventsOf(receiver, created, scheduledIds) {
  const begun = performance.now()
  while (!isFullyReported(receiver, created, scheduledIds) && performance.now() - begun < EVENTS_WITHIN_MS)
    await pause(200)
  console.log(
    `  the last event came ${((performance.now() - begun) / 1000).toFixed(1)} s after the last request`,
  )
}

function onRequests(client, killed, restarts) {
  const { failures } = client
  const wasInFlight = ({ sentAt, endedAt, servedBy }) =>
    sentAt <= killed.deadAt && endedAt >= killed.at && servedBy.split(', ').includes(killed.node.address)
  const atKill = failures.filter(({ sentAt }) => sentAt < restarts.begunAt)
  const others = atKill.filter((failure) => !wasInFlight(failure))
  const rolling = failures.filter(({ sentAt }) => sentAt >= restarts.begunAt)
  const codes = restarts.endings.map(({ code, signal }) => signal ?? code)
  return [
    [
      'of the killed node only requests in flight failed',
      others.length === 0,
      `${atKill.length} failed, ${others.length} of them otherwise${listed(others)}`,
    ],
    [
      'the rolling restart failed no request',
      rolling.length === 0,
      `${rolling.length} failed${listed(rolling)}`,
    ],
    ['each node told to stop ended by itself', codes.every((code) => code === 0), `with ${codes.join(', ')}`],
  ]
}

const listed = (failures) =>
  failures
    .slice(0, 5)
    .map(({ method, path, what, servedBy }) => `\n         ${method} ${path} by ${servedBy || '?'}: ${what}`)
    .join('')

async function onWrites(client, load, { viewedId }) {
  const titles = await everyTitle(client)
  const lost = [...load.created].filter(([id, title]) => titles.get(id) !== title)
  // The titles of the writers are all different, so any further article was created twice.
  const expected = new Set(load.created.values())
  const twice = [...titles.values()].filter((title) => expected.has(title)).length - expected.size
  const { data } = await client.must(200, 'GET', `/api/articles/${viewedId}`)
  const views = client.acknowledged('view')
  const doubtful = client.failures.filter(({ kind }) => kind === 'view').length
  return [
    [
      'no acknowledged article is lost, none is there twice',
      lost.length === 0 && twice === 0,
      `${load.created.size} acknowledged, ${lost.length} lost, ${twice} twice`,
    ],
    [
      'every acknowledged view is counted',
      data.view_count >= views && data.view_count <= views + doubtful,
      `${views} acknowledged, ${data.view_count} counted`,
    ],
    [
      'no answer was older than what had been acknowledged',
      load.stale.length === 0,
      `${client.acknowledged('edit')} edits read back${load.stale.map((each) => `\n         ${each}`).join('')}`,
    ],
  ]
}

async function everyTitle(client) {
  const titles = new Map()
  for (let page = 1; ; page++) {
    const { data } = await client.must(200, 'GET', `/api/articles?page_size=100&page=${page}`)
    for (const { id, title } of data.list) titles.set(id, title)
    if (page >= data.total_pages) return titles
  }
}

async function onEvents(client, receiver, load, { scheduledIds }) {
  const created = [...load.created.keys()].map((id) => receiver.deliveryOf('article.created', id))
  const published = scheduledIds.map((id) => receiver.deliveryOf('article.published', id))
  const isOnce = (delivery) => delivery?.ids.size === 1
  const repeated = [...created, ...published].filter((delivery) => delivery && delivery.times > 1).length
  let visible = 0
  for (const id of scheduledIds)
    if ((await client.must(200, 'GET', `/api/articles/${id}`)).data.status === 1) visible++
  return [
    [
      'every acknowledged article.created came, under one id',
      created.every(isOnce),
      `${created.filter(Boolean).length} came; ${receiver.refused()} were refused once, ${repeated} came more than once`,
    ],
    [
      'each scheduled article was published once',
      published.every(isOnce) && visible === scheduledIds.length,
      `${visible} of ${scheduledIds.length} published, ${published.filter(isOnce).length} told of once`,
    ],
  ]
}

function report(promises) {
  for (const [promise, kept, seen] of promises)
    console.log(`${(kept ? 'ok' : 'BROKEN').padEnd(6)} ${promise}: ${seen}`)
  return promises.every(([, kept]) => kept)
}
