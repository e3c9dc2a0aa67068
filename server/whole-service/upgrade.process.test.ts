import type { Role } from '@inkstone/contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables, Tx } from '../database.ts'
import { migrations } from '../migrations/list.ts'
import { hashPassword } from '../platform/secrets/passwords.ts'
import { sha256Hex } from '../platform/secrets/secrets.ts'
import { openEngine } from '../platform/sql/engine.ts'
import { migrate } from '../platform/sql/migrate.ts'
import { createPlace, type TestPlace } from '../test/database.ts'
import { startNode } from '../test/program.ts'
import { deviations, type Send } from './permission-check.ts'
import { type Column, columnOf, samples } from './permission-table.ts'

/** The last migration of release 1.0. */
const RELEASED = 12
/** A long run: `UPGRADE_ARTICLES=100000 npx vitest run --project process server/whole-service/upgrade.process.test.ts`. */
const ARTICLES = Number(process.env.UPGRADE_ARTICLES ?? 300)
const PUBLISHED = Math.floor(ARTICLES / 3)
const TIMEOUT_MS = 90_000 + 5 * ARTICLES
const PASSWORD = 'a password of before'
const TOKEN = `ink_${'t'.repeat(40)}`
const WRITING_TOKEN = `ink_${'w'.repeat(40)}`
const TOKEN_OF_DISABLED = `ink_${'d'.repeat(40)}`
const LATER = Date.UTC(2100, 0, 1)
const NOON = Date.UTC(2026, 0, 1, 12)
const MINUTE = 60_000
const USERS = ['root', 'auditor', 'writer', 'other', 'reader', 'gone'] as const
const ROLES = ['admin', 'auditor', 'editor', 'editor', 'member', 'editor'] as const

/** VIP for ever, until a day to come, and until a day that has passed. */
const VIP_UNTIL: Readonly<Partial<Record<string, number | null>>> = {
  reader: null,
  writer: LATER,
  other: NOON,
}

/**
 * A database from between the releases, when roles per site were new: two people for each role, on one site and on
 * several. Without a row they are members.
 */
const WITH_SITE_ROLES = 15
const rolesOf = {
  root: {},
  'admin-of-2': { 2: 'admin' },
  'admin-of-both': { 1: 'admin', 2: 'admin' },
  'auditor-of-1': { 1: 'auditor' },
  'auditor-and-editor': { 1: 'auditor', 2: 'editor' },
  'editor-of-2': { 2: 'editor' },
  'editor-and-admin': { 1: 'editor', 2: 'admin' },
  'member-of-1': { 1: 'member' },
} as const satisfies Record<string, Partial<Record<1 | 2, Role>>>

let place: TestPlace
let url = ''
let placeWithRoles: TestPlace
let urlWithRoles = ''

beforeAll(async () => {
  place = await createPlace()
  await makeOldDatabase(place, RELEASED, async (tx) => {
    const rows = Array.from({ length: ARTICLES }, (_, index) => articleOf(index + 1)).flat()
    for (const row of rows) await row.execute(tx)
    await countAll(tx)
  })
  const startedAt = performance.now()
  url = await startNode({ ...place.settings, RATE_LIMIT_USER: '0', RATE_LIMIT_ANON: '0' }).url()
  report(`ready ${Math.round(performance.now() - startedAt)} ms after its start, the backup included`)
  placeWithRoles = await createPlace()
  await makeOldDatabase(placeWithRoles, WITH_SITE_ROLES, insertSiteRoles)
  const settings = { ...placeWithRoles.settings, RATE_LIMIT_USER: '0', RATE_LIMIT_ANON: '0' }
  urlWithRoles = await startNode(settings).url()
}, TIMEOUT_MS)
afterAll(async () => {
  await place.remove()
  await placeWithRoles.remove()
})

const report = (text: string) => process.stdout.write(`upgrade of ${ARTICLES} articles: ${text}\n`)

/** A database of an earlier state of the schema, with users, two sites and API tokens. */
async function makeOldDatabase(
  { settings, folder }: TestPlace,
  lastMigration: number,
  insertMore: (tx: Tx, passwordHash: string) => Promise<void>,
): Promise<void> {
  const engine = await openEngine<Tables>({
    databaseUrl: settings.DATABASE_URL,
    sqlitePath: `${folder}/inkstone.db`,
    poolSize: 1,
    onLost: () => {},
  })
  await migrate(
    engine,
    migrations.filter(({ id }) => id <= lastMigration),
  )
  const hash = await hashPassword(PASSWORD)
  await engine.transactAtLength(async (tx) => {
    for (const row of peopleOf(hash)) await row.execute(tx)
    await insertMore(tx, hash)
  })
  await engine.close()
}

/** Their own role is the opposite of their rows, so that one that survives by mistake is seen. */
async function insertSiteRoles(tx: Tx, hash: string): Promise<void> {
  for (const [name, roles] of Object.entries(rolesOf)) {
    if (name === 'root') continue
    const own = name.startsWith('admin') ? 'member' : 'admin'
    await sql`insert into users (username, username_key, email, email_key, password_hash, role, created_at, updated_at)
      values (${name}, ${name}, ${`${name}@example.com`}, ${`${name}@example.com`}, ${hash}, ${own}, ${NOON}, ${NOON})`.execute(
      tx,
    )
    for (const [siteId, role] of Object.entries(roles))
      await sql`insert into user_sites (user_id, site_id, role)
        select id, ${Number(siteId)}, ${role} from users where username_key = ${name}`.execute(tx)
  }
}

function peopleOf(hash: string): RawBuilder<unknown>[] {
  const users = USERS.map(
    (name, index) => sql`insert into users
      (username, username_key, email, email_key, password_hash, role, status, is_vip, vip_until, created_at, updated_at)
      values (${name}, ${name}, ${`${name}@example.com`}, ${`${name}@example.com`}, ${hash}, ${ROLES[index]},
        ${name === 'gone' ? 0 : 1}, ${name in VIP_UNTIL ? 1 : 0}, ${VIP_UNTIL[name] ?? null}, ${NOON}, ${NOON})`,
  )
  return [
    sql`insert into service_state (key, value) values ('first_start', '1')`,
    sql`insert into sites (name, alias, default_category_id, settings, created_at, updated_at)
      values ('Default', 'default', 1, '{"public_read":1}', ${NOON}, ${NOON})`,
    sql`insert into categories (site_id, name, alias, created_at, updated_at)
      values (1, 'Uncategorized', 'uncategorized', ${NOON}, ${NOON})`,
    sql`insert into sites (name, alias, default_category_id, settings, created_at, updated_at)
      values ('Second', 'second', 2, '{}', ${NOON}, ${NOON})`,
    sql`insert into categories (site_id, name, alias, created_at, updated_at)
      values (2, 'Uncategorized', 'uncategorized', ${NOON}, ${NOON})`,
    sql`insert into tags (site_id, name, alias, created_at, updated_at) values (1, 'Water', 'water', ${NOON}, ${NOON})`,
    ...users,
    sql`insert into api_tokens (user_id, name, token_hash, hint, scope, created_at)
      values (3, 'Old', ${sha256Hex(TOKEN)}, 'tttt', 'read', ${NOON}),
        (3, 'Writing', ${sha256Hex(WRITING_TOKEN)}, 'wwww', 'write', ${NOON}),
        (6, 'Of a disabled user', ${sha256Hex(TOKEN_OF_DISABLED)}, 'dddd', 'write', ${NOON})`,
  ]
}

/** A third is published, by two editors, in reverse order of creation. Two titles are repeated. */
function articleOf(id: number): RawBuilder<unknown>[] {
  const status = [1, 0, 3][id % 3] ?? 0
  const createdAt = NOON + id * MINUTE
  const publishAt = status === 1 ? NOON + (2 * ARTICLES - id) * MINUTE : null
  const title = id % 10 === 0 ? 'The same title' : id % 10 === 3 ? '湖边的早晨' : `Article number ${id}`
  const author = id % 2 === 0 ? 3 : 4
  return [
    sql`insert into articles (site_id, author_id, category_id, title, summary, status, publish_at, created_at, updated_at,
      written_at, written_by, content) values (1, ${author}, 1, ${title}, 's', ${status}, ${publishAt}, ${createdAt},
      ${createdAt}, ${createdAt}, ${author}, '<p>Mist.</p>')`,
    sql`insert into article_categories (article_id, category_id, is_main, listed, is_top, created_at)
      values (${id}, 1, 1, ${status}, 0, ${createdAt})`,
    sql`insert into article_tags (article_id, tag_id, position, listed, is_top, created_at)
      values (${id}, 1, 0, ${status}, 0, ${createdAt})`,
    sql`insert into article_counters (article_id, site_id, listed, view_count) values (${id}, 1, ${status}, ${id})`,
  ]
}

async function countAll(tx: Tx): Promise<void> {
  for (const [kind, ref] of [
    ['site', '0'],
    ['author', 'author_id'],
    ['category', 'category_id'],
    ['tag', '1'],
  ])
    await sql`insert into article_totals (site_id, kind, ref_id, listed, total)
      select 1, ${sql.lit(kind)}, ref, status, count(*) from (select ${sql.raw(ref ?? '')} as ref, status from articles) a
      group by ref, status`.execute(tx)
}

interface Request {
  readonly at?: string
  readonly token?: string | undefined
  readonly body?: object
}

async function ask(method: string, path: string, { at = url, token, body }: Request = {}) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(at + path, { ...init, redirect: 'manual' })
  return { status: response.status, data: (await response.json()).data }
}

async function login(username: string, at = url): Promise<string> {
  const body = { username, password: PASSWORD }
  const { status, data } = await ask('POST', '/api/auth/login', { at, body })
  expect(status, username).toBe(200)
  return data.token
}

test(
  'the data of release 1.0 is there, sorted by publication, each article with its own alias',
  async () => {
    const first = await ask('GET', '/api/articles?page_size=100')
    expect(first.data).toMatchObject({ total: PUBLISHED, list: { length: 100 } })
    const published = Array.from({ length: 100 }, (_, index) => 3 * (index + 1))
    const ids = (list: { id: number }[]) => list.map(({ id }) => id)
    expect(ids(first.data.list)).toEqual(published)
    expect(ids((await ask('GET', '/api/articles?tag=water&page_size=100')).data.list)).toEqual(published)
    expect((await ask('GET', '/api/articles/3')).data).toMatchObject({
      view_count: 3,
      tags: [{ alias: 'water' }],
    })
    // An upkeep job generates them from the titles.
    const aliases = async () =>
      new Set(
        (await ask('GET', '/api/articles?page_size=100')).data.list.map(
          ({ alias }: { alias: string }) => alias,
        ),
      )
    let longestWait = 0
    const timed = async <T>(read: () => Promise<T>): Promise<T> => {
      const askedAt = performance.now()
      const answer = await read()
      longestWait = Math.max(longestWait, performance.now() - askedAt)
      return answer
    }
    const isLastDone = async () =>
      (await timed(() => ask('GET', `/api/articles/${3 * PUBLISHED}`))).data.alias !==
      `article-${3 * PUBLISHED}`
    await expect.poll(isLastDone, { timeout: TIMEOUT_MS }).toBe(true)
    report(`an answer waited at most ${Math.round(longestWait)} ms while the jobs ran`)
    await expect
      .poll(async () => [...(await aliases())].filter((alias) => /^article-\d+$/.test(String(alias))), {
        timeout: TIMEOUT_MS,
      })
      .toEqual([])
    const made = await aliases()
    expect(made.size).toBe(100)
    for (const alias of ['article-number-6', 'hu-bian-de-zao-chen']) expect([...made]).toContain(alias)
    expect([...made].filter((alias) => /^the-same-title-\d+$/.test(String(alias)))).toHaveLength(10)
    expect((await ask('GET', '/api/articles/by-alias/article-number-6')).data.id).toBe(6)
    expect((await ask('GET', '/api/articles/by-alias/article-6')).status).toBe(301)
  },
  TIMEOUT_MS,
)

test('everybody has the same permissions as before', async () => {
  const tokens = new Map<string, string>()
  for (const name of USERS.slice(0, 5)) tokens.set(name, await login(name))
  const disabled = await ask('POST', '/api/auth/login', { body: { username: 'gone', password: PASSWORD } })
  expect(disabled.status).toBe(403)
  const statuses = async (method: string, path: string, body?: object) =>
    Promise.all(
      USERS.slice(0, 5).map(
        async (name) => (await ask(method, path, { token: tokens.get(name), ...(body && { body }) })).status,
      ),
    )
  // Article 4 is a draft of "writer".
  expect(await statuses('GET', '/api/articles/4')).toEqual([200, 200, 200, 404, 404])
  expect(await statuses('PUT', '/api/articles/6', { title: 'Again' })).toEqual([200, 200, 200, 403, 403])
  expect(await statuses('GET', '/api/users')).toEqual([200, 403, 403, 403, 403])
  expect(await statuses('GET', '/api/comments')).toEqual([200, 200, 403, 403, 403])
  const roles = await Promise.all(
    USERS.slice(0, 5).map(
      async (name) => (await ask('GET', '/api/auth/me', { token: tokens.get(name) })).data,
    ),
  )
  expect(roles.map(({ role, is_vip }) => [role, is_vip])).toEqual([
    ['admin', 0],
    ['auditor', 0],
    ['editor', 1],
    ['editor', 0],
    ['member', 1],
  ])
  expect((await ask('GET', '/api/articles/4', { token: TOKEN })).status).toBe(200)
  expect((await ask('PUT', '/api/articles/4', { token: TOKEN, body: { title: 'No' } })).status).toBe(403)
  expect((await ask('PUT', '/api/articles/4', { token: WRITING_TOKEN, body: { title: 'Yes' } })).status).toBe(
    200,
  )
  expect((await ask('GET', '/api/articles/4', { token: TOKEN_OF_DISABLED })).status).toBe(403)
  // There were no roles per site: a role holds on every site, as before, and nobody has rows.
  const second = { title: 'On the second', content: '<p>x</p>', category_id: 2 }
  expect(await statuses('POST', '/api/articles?site_id=2', second)).toEqual([201, 201, 201, 201, 403])
  for (const id of [1, 2, 3, 4, 5])
    expect((await ask('GET', `/api/users/${id}/sites`, { token: tokens.get('root') })).data).toEqual([])
})

/** Site 1 is open to readers, the second is not. */
const sites = [
  { id: 1, public_read: 1 },
  { id: 2, public_read: 0 },
] as const

const sends =
  (at: string, siteId: number, token: string | undefined): Send =>
  async (method, path, body) => {
    const headers = {
      'x-site': String(siteId),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const init = { method, headers, redirect: 'manual', ...(body !== undefined && { body }) } as const
    const response = await fetch(at + path, init)
    const text = await response.text()
    return { status: response.status, code: text.startsWith('{"code"') ? JSON.parse(text).code : 0 }
  }

/** `permissions.test.ts` tries every operation. What an upgrade could change is the role of a person on a site. */
describe('the permission table of today holds', () => {
  async function expectTable(at: string, token: string | undefined, columnsOn: (siteId: number) => Column) {
    for (const { id, ...settings } of sites)
      expect(await deviations(sends(at, id, token), columnsOn(id), settings, samples)).toEqual([])
  }

  test(
    'for everybody of release 1.0, on every site',
    async () => {
      await expectTable(url, undefined, () => 'anonymous')
      for (const [at, name] of USERS.slice(0, 5).entries())
        await expectTable(url, await login(name), () => columnOf(ROLES[at] ?? 'member', true))
    },
    TIMEOUT_MS,
  )

  test(
    'for everybody with roles per site, on every site',
    async () => {
      for (const [name, roles] of Object.entries<Partial<Record<number, Role>>>(rolesOf))
        await expectTable(urlWithRoles, await login(name, urlWithRoles), (siteId) =>
          name === 'root' ? columnOf('admin', true) : columnOf(roles[siteId] ?? 'member', false),
        )
    },
    TIMEOUT_MS,
  )
})
