// Which feature writes each table, and where code depends on the engine. A table is written by one feature;
// differences between SQLite and PostgreSQL are in server/platform/sql. The exceptions are listed here, each with its
// reason.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const IN_BULK = 'sample content is inserted in bulk, into a database of its own'

/** Other writers of a table besides its owner, and why. */
const alsoWrittenBy = {
  article_categories: {
    categories: 'a merge moves all links of a category in one statement',
    samples: IN_BULK,
  },
  article_counters: {
    articles: 'the row of counters is made with its article',
    comments: 'the number of comments changes in the statement that decides on them',
    samples: IN_BULK,
  },
  article_tags: { samples: IN_BULK, tags: 'a merge moves all links of a tag in one statement' },
  articles: { categories: 'a merge moves the articles of a category in one statement', samples: IN_BULK },
  categories: { samples: IN_BULK },
  events: { webhooks: 'what was delivered long ago is removed with its deliveries' },
  service_state: {
    changes: 'notes how far the feed has come',
    content: 'notes how far the upkeep of old content has come',
  },
  sites: {
    server: 'the first start makes the first site',
    settings: 'the settings of a site are a column of it',
  },
  tags: { samples: IN_BULK },
}

/** Tables whose owner is not the feature that writes them most. */
const owners = {
  article_categories: 'articles',
  article_counters: 'counters',
  article_tags: 'articles',
  articles: 'articles',
  categories: 'categories',
  events: 'events',
  service_state: 'server',
  sites: 'sites',
  tags: 'tags',
}

/** Files of features that check the engine, and why. */
const asksForEngine = {
  'server/features/backups/manifest.rules.ts': 'a backup is of one engine, and says so',
  'server/features/counters/counters.store.ts':
    'one statement adds up many views, locked in order on PostgreSQL',
  'server/features/search-index/queries.rules.ts': 'each engine has a search index with words of its own',
}

const WRITES =
  /\b(?:insertInto\(|updateTable\(|deleteFrom\(|replaceInto\(|(?:insert|update)Rows\(\s*tx,)\s*'(\w+)/g
const WRITES_IN_SQL =
  /\b(?:insert into|update|delete from)\s+"?([a-z]\w+)"?\s+(?:as \w+ )?(?:set|\(|where|using|values)/g
const ASKS = /\bengine\s*[!=]==/

/** `files`: paths with their contents, without tests. */
export function problemsOf(files) {
  const writers = new Map()
  const problems = []
  for (const { path, text } of files) {
    for (const pattern of [WRITES, WRITES_IN_SQL])
      for (const [, table] of text.matchAll(pattern)) {
        const features = writers.get(table) ?? new Map()
        writers.set(table, features.set(featureOf(path), path))
      }
    if (path.startsWith('server/features/') && ASKS.test(text) !== path in asksForEngine)
      problems.push(
        path in asksForEngine
          ? `${path} no longer asks for the engine: take it out of the exceptions`
          : `${path} asks which engine it is: what differs belongs into server/platform/sql`,
      )
  }
  for (const [table, features] of writers) problems.push(...problemsOfTable(table, features))
  return problems
}

function problemsOfTable(table, features) {
  const allowed = alsoWrittenBy[table] ?? {}
  const owner = owners[table] ?? [...features.keys()][0]
  const strangers = [...features].filter(([feature]) => feature !== owner && !(feature in allowed))
  const unused = Object.keys(allowed).filter((feature) => !features.has(feature))
  return [
    ...strangers.map(([, path]) => `${path} writes ${table}, which belongs to ${owner}`),
    ...unused.map((feature) => `${feature} no longer writes ${table}: take it out of the exceptions`),
  ]
}

function featureOf(path) {
  const [, place, name] = path.split('/')
  return place === 'features' || place === 'platform' ? name : 'server'
}

function sources() {
  return readdirSync(join(root, 'server'), { recursive: true })
    .map((path) => `server/${path}`)
    .filter((path) => /^server\/(?!migrations\/|test\/|node_modules\/|dist\/).*\.ts$/.test(path))
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = problemsOf(sources())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
