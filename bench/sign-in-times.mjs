// How long a failed login and a forgotten password take for existing and unknown names: the time must not reveal
// which names exist. It only reports the medians of both and their difference.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from './service.mjs'

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 60)
// After ten wrong passwords for one account from one network, passwords are no longer checked.
const TRIES = 3
const WARM_UP = 10

const folder = await mkdtemp(join(tmpdir(), 'inkstone-sign-in-'))
const service = await startService({ folder, workers: 1, articles: 0 })

async function post(path, body, headers = {}) {
  const begun = performance.now()
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { code } = await answer.json()
  return { code, ms: performance.now() - begun }
}

const known = Array.from({ length: ACCOUNTS }, (_, at) => `known-${at}`)
const unknown = known.map((name) => name.replace('known', 'other'))
for (const username of known)
  await post(
    '/api/users',
    { username, email: `${username}@example.com`, password: 'correct horse battery' },
    service.headers,
  )

const ways = {
  'login, wrong password': (name) =>
    post('/api/auth/login', { username: name, password: 'not the password' }),
  'login by address': (name) =>
    post('/api/auth/login', { username: `${name}@example.com`, password: 'not the password' }),
  'forgotten password': (name) => post('/api/auth/password/forgot', { email: `${name}@example.com` }),
}

/** One after the other, alternating, so that other load on the machine affects both. */
async function timesOf(ask) {
  const times = { known: [], unknown: [] }
  const codes = { known: new Set(), unknown: new Set() }
  for (let at = 0; at < ACCOUNTS * TRIES; at++) {
    const turns = [
      ['known', known[at % ACCOUNTS]],
      ['unknown', unknown[at % ACCOUNTS]],
    ]
    for (const [kind, name] of at % 2 === 0 ? turns : turns.reverse()) {
      const { code, ms } = await ask(name)
      codes[kind].add(code)
      if (at >= WARM_UP) times[kind].push(ms)
    }
  }
  return { times, codes }
}

const quantile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

try {
  for (const [name, ask] of Object.entries(ways)) {
    const { times, codes } = await timesOf(ask)
    const medians = {}
    for (const kind of ['known', 'unknown']) {
      const sorted = times[kind].sort((one, other) => one - other)
      medians[kind] = quantile(sorted, 0.5)
      const shown = [0.1, 0.5, 0.9].map((share) => quantile(sorted, share).toFixed(2))
      console.log(
        `${name}, ${kind}: p10 ${shown[0]} ms, median ${shown[1]} ms, p90 ${shown[2]} ms (${sorted.length} requests, codes ${[...codes[kind]].join(', ')})`,
      )
    }
    const apart = Math.abs(medians.known - medians.unknown) / medians.known
    console.log(`${name}: the medians are ${(apart * 100).toFixed(1)} % apart`)
  }
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
