// How long the database takes for the queries of the service, and with which plans: npm run bench:plans [-- --engine
// postgres]
// Prints Markdown. The queries are run by the service's own code, bundled for the purpose.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { startServices } from '../scripts/services.mjs'
import { seededFolder } from './service.mjs'

const GOAL_MS = 10
const GOAL_OF_SEARCH_MS = 30

const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'sqlite' },
  },
})
const articles = Number(values.articles)
const cache = fileURLToPath(new URL('../.cache/bench', import.meta.url))
await mkdir(cache, { recursive: true })
const outfile = join(cache, 'questions.mjs')
await build({
  entryPoints: [fileURLToPath(new URL('queries.ts', import.meta.url))],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['@photostructure/sqlite', 'pg-native'],
  banner: { js: "import { createRequire as r } from 'node:module'\nconst require = r(import.meta.url)" },
  logLevel: 'warning',
})
const services =
  values.engine === 'postgres' ? await startServices({ postgres: true, durable: true }) : undefined
const databaseUrl = services?.env.TEST_DATABASE_URL
const folder = await seededFolder({ articles, databaseUrl })
const { askAll } = await import(pathToFileURL(outfile).href)
const answers = await askAll(databaseUrl ?? join(folder, 'inkstone.db'), articles).finally(async () => {
  await rm(folder, { recursive: true, force: true })
  await services?.stop()
})

console.log(`# Queries and their plans\n
${articles.toLocaleString('en')} articles on ${services ? 'PostgreSQL' : 'SQLite'}, ${new Date().toISOString().slice(0, 10)}. Milliseconds in the database, all statements of a request together, including the total of
a list; the first run, and forty runs after five that are not counted${services ? ', with a changed article before each' : ''}. Goal: ${GOAL_MS} ms, for a search ${GOAL_OF_SEARCH_MS} ms.\n
| query | statements | first | p50 | p95 | |
| --- | --: | --: | --: | --: | --- |`)
for (const { name, statements, first, p50, p95 } of answers) {
  const goal = name.startsWith('search') || name === 'keyword' ? GOAL_OF_SEARCH_MS : GOAL_MS
  console.log(
    `| ${name} | ${statements} | ${first.toFixed(2)} | ${p50.toFixed(2)} | ${p95.toFixed(2)} | ${p95 <= goal ? 'pass' : 'short'} |`,
  )
}
console.log('\n## Plans\n')
for (const { name, plans } of answers) {
  console.log(`### ${name}\n`)
  for (const { ms, plan } of plans)
    console.log(`- ${ms.toFixed(2)} ms: ${plan.map((step) => `\`${step}\``).join(' → ')}`)
  console.log()
}
