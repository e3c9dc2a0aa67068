import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const processTests = '**/*.process.test.ts'
const browserTests = '**/*.browser.test.ts'
/** They declare kinds of jobs, which a process can do only once and a service of the same process would miss. */
const jobTests = 'server/platform/jobs/**/*.test.ts'
/** They move many bytes, send thousands of requests, wait for real seconds or start servers: left out of the quick run. */
const heavyTests = [
  'client/client.test.ts',
  'server/cli/doctor/**/*.test.ts',
  'server/cli/reindex.test.ts',
  'server/whole-service/hostile/**/*.test.ts',
  'server/whole-service/{account-flows,account-guesses,article-permissions,permissions}.test.ts',
  'server/whole-service/{cache-control,cached-responses,stale-responses}.test.ts',
  'server/features/api-tokens/scopes.test.ts',
  'server/features/articles/{list-order,list-pages}.test.ts',
  'server/features/{backups,changes,imports,media}/**/*.test.ts',
  'server/features/publication/{if-match,publication,transitions,working-copies}.test.ts',
  'server/features/{account-links,messages}/**/*.test.ts',
  'server/features/site/{commenting,freshness,theme,validity}.test.ts',
  'server/features/{mcp,passkeys,single-sign-on,token-undo}/**/*.test.ts',
  'server/features/search/{corpus,search}.test.ts',
  'server/features/second-factor/second-factor.test.ts',
  'server/features/tags/tagged-articles.test.ts',
  'server/features/webhooks/down-receiver.test.ts',
  'server/platform/{documents,files,html,markdown,puzzles,storage,texts}/**/*.test.ts',
  'server/platform/mail/mail.test.ts',
  'server/platform/openapi/document.test.ts',
  'server/platform/sql/sqlite/{reading-threads,writer}.test.ts',
]
/**
 * They start the service, but what they test is the same on every database: files, rendering, the package, the proxy, the event loop.
 * They run on SQLite only.
 */
const sameOnEveryDatabase = [
  'server/cli/stop.process.test.ts',
  'server/features/backups/uploads-into-storage.test.ts',
  'server/features/console/{console,opened-dialogs}.test.ts',
  'server/features/media/{media-full-disk,media-s3}.test.ts',
  'server/features/site/{text,theme,validity}.test.ts',
  'server/platform/openapi/*.test.ts',
  'server/whole-service/compression.test.ts',
  'server/whole-service/{built,nginx,package}.process.test.ts',
  'server/whole-service/hostile/{event-loop.process,hosts}.test.ts',
]
const everyTest = ['{client,console,contract,server,bench}/**/*.test.ts', 'scripts/**/*.test.mjs']
const exclude = [...configDefaults.exclude, '**/dist/**', '**/data/**', ...alreadyRun(), ...runElsewhere()]
/** In `npm test` the slow files run in the processes of the others: each process loads the program once. */
const isWhole = process.env.TEST_WHOLE !== undefined
/** Repeated runs, and the later runs of `npm test`, do not transform the sources again. */
const experimental = { fsModuleCache: true }

/** While these files run through Prism, which compares more, `npm test` does not run them a second time without it. */
function runElsewhere(): string[] {
  if (process.env.TEST_PRISM_APART === undefined) return []
  return JSON.parse(readFileSync(new URL('tools/openapi/selection.json', import.meta.url), 'utf8'))
}

/**
 * `npm test` runs the suite on SQLite, and on PostgreSQL with Redis. Files that use neither would only do the same twice,
 * so the run on PostgreSQL leaves them out. A file that uses them says so in its imports, or is listed above.
 */
function alreadyRun(): string[] {
  if (process.env.TEST_DATABASES_ONLY === undefined) return []
  const root = fileURLToPath(new URL('.', import.meta.url))
  const files = ['client', 'console', 'contract', 'server', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const usesDatabases = /\/test\/[\w-]+\.ts'|openEngine|TEST_(DATABASE|REDIS)_URL/
  const withoutDatabase = files.filter(
    (path) =>
      /\.test\.m?[jt]s$/.test(path) &&
      !path.includes('node_modules') &&
      !usesDatabases.test(readFileSync(`${root}${path}`, 'utf8')),
  )
  return [...withoutDatabase, ...sameOnEveryDatabase]
}

export default defineConfig({
  resolve: {
    alias: { '@node-rs/argon2': fileURLToPath(new URL('server/test/quick-argon2.ts', import.meta.url)) },
  },
  test: {
    experimental,
    pool: 'forks',
    // PostgreSQL has connections for six. `VITEST_MAX_WORKERS` sets another number; `--maxWorkers` does not reach the projects.
    maxWorkers: Math.min(Math.max(availableParallelism(), 2), 6),
    // Two runs share the cores in `npm test`: a test that waits is given time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        // One process for many files: loading the program again for each would take longer than the tests.
        test: {
          name: 'source',
          include: everyTest,
          exclude: [...exclude, processTests, browserTests, jobTests, ...(isWhole ? [] : heavyTests)],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'heavy',
          include: isWhole ? [] : heavyTests,
          exclude: [...exclude, processTests, browserTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'jobs', include: [jobTests], exclude: [...exclude, processTests], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: [processTests],
          exclude,
          isolate: false,
          globalSetup: 'scripts/build.mjs',
          setupFiles: 'server/test/end-programs.ts',
        },
      },
      {
        extends: true,
        // A browser is slow on a busy machine, and a step of its own waits for what it wants to see. One process and one
        // browser serve many files.
        test: {
          name: 'browser',
          include: [browserTests],
          exclude,
          isolate: false,
          globalSetup: 'scripts/build.mjs',
          testTimeout: 180_000,
          expect: { poll: { timeout: 40_000 } },
        },
      },
    ],
  },
})
