// Bundles the program into server/dist: Node 20 does not read TypeScript, and one file loads several times faster
// than the thousand files of its libraries. The console goes to server/dist/console, compressed for browsers. Files
// that the bundle reads at run time are next to it: the package needs only server/dist and two libraries with
// binaries for each platform.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './build/console.mjs'
import { licencesOf } from './build/licences.mjs'
import { librariesWithoutSourceMap, regularExpressionsInAscii } from './build/plugins.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'server/dist')
const consoleDist = join(dist, 'console')
const themeDist = join(dist, 'theme')
const stamp = join(dist, 'built-from')

const entryPoints = {
  'picture-maker': 'server/platform/files/pictures/picture-maker.mjs',
  'sqlite-functions': 'server/platform/sql/sqlite/sqlite-functions.ts',
  'sqlite-worker': 'server/platform/sql/sqlite/sqlite-worker.mjs',
  'text-worker': 'server/platform/texts/text-worker.ts',
  main: 'server/main.ts',
}

// The first two choose a binary for the platform, and are the only dependencies of the package. The last is never
// installed.
const external = ['@node-rs/argon2', 'sharp', 'pg-native']

// SQLite for a Node without its own. It is copied instead of depended on: its install script would run, or make npm
// warn, on machines that never load it.
const SQLITE_PACKAGE = 'node_modules/@photostructure/sqlite'

// Parts of Fastify that the service never uses.
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

// Bundled CommonJS calls `require` for Node's own modules.
const banner = `import { createRequire as requireOfBundle } from 'node:module'
const require = requireOfBundle(import.meta.url)`

const CANNOT_BUILD_HERE = 3

/**
 * Builds if a source has changed since the last build; otherwise takes a few milliseconds. Runs in a separate
 * process, which frees its memory when it ends.
 */
export async function ensureBuilt() {
  if (stampedFrom() === fingerprint()) return
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0) return
  if (status !== CANNOT_BUILD_HERE) throw new Error('see above')
  if (!existsSync(join(dist, 'main.mjs')))
    throw new Error('the libraries are missing, or server/dist cannot be written; run npm ci first')
}

// Vitest calls this function before the tests that run the program.
export { ensureBuilt as setup }

async function build(sources = fingerprint()) {
  const esbuild = await import('esbuild')
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    bundle: true,
    // Modules that are imported on demand (pdf, S3) are separate files, so that the start does not load them.
    splitting: true,
    chunkNames: 'part-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: [...external, ...unused],
    banner: { js: banner },
    sourcemap: true,
    sourcesContent: false,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [librariesWithoutSourceMap, regularExpressionsInAscii],
  })
  refuseDefaultsAlone(result.outputFiles)
  const { files: consoleFiles, inputs: consoleInputs } = await buildConsole(esbuild, root, consoleDist)
  // Two processes may build at once: each file is replaced atomically, chunks before the files that import them, and
  // the stamp last.
  mkdirSync(dist, { recursive: true })
  const isPart = ({ path }) => basename(path).startsWith('part-')
  const parts = result.outputFiles.filter(isPart)
  for (const file of parts) putWhole(file.path, file.contents)
  for (const file of result.outputFiles) if (!isPart(file)) putWhole(file.path, file.contents)
  mkdirSync(join(consoleDist, 'assets'), { recursive: true })
  for (const file of consoleFiles) putWhole(file.path, file.contents)
  const themeFiles = buildTheme()
  mkdirSync(themeDist, { recursive: true })
  for (const file of themeFiles) putWhole(file.path, file.contents)
  await buildSqlite(esbuild)
  copyFonts()
  const inputs = [...Object.keys(result.metafile.inputs), ...consoleInputs]
  putWhole(
    join(dist, 'LICENSES.txt'),
    licencesOf(root, [...inputs, `${SQLITE_PACKAGE}/package.json`, ...fontFiles()]),
  )
  const files = [...parts, ...consoleFiles, ...themeFiles].map(({ path }) => basename(path))
  putWhole(stamp, [sources, ...files].join('\n'))
  removeOld(24 * 60 * 60 * 1000)
}

/** The templates of the public site, unchanged. */
function buildTheme() {
  const folder = join(root, 'server/features/site/theme')
  return readdirSync(folder).map((name) => ({
    path: join(themeDist, name),
    contents: readFileSync(join(folder, name)),
  }))
}

async function buildSqlite({ build: bundle }) {
  const folder = join(dist, 'sqlite')
  await bundle({
    absWorkingDir: root,
    entryPoints: { index: `${SQLITE_PACKAGE}/dist/index.cjs` },
    // The module looks for its binaries one folder further up.
    outdir: join(folder, 'lib'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
  const binaries = join(root, SQLITE_PACKAGE, 'prebuilds')
  for (const platform of readdirSync(binaries))
    for (const name of readdirSync(join(binaries, platform)))
      copyWhole(join(binaries, platform, name), join(folder, 'prebuilds', platform, name))
}

function copyFonts() {
  for (const path of fontFiles()) copyWhole(join(root, path), join(dist, 'fonts', basename(path)))
}

function fontFiles() {
  const list = readFileSync(join(root, 'server/platform/documents/pdf/fonts.json'), 'utf8')
  return Object.values(JSON.parse(list)).map((file) => `node_modules/${file}`)
}

/** Several megabytes that change only with the version of the library, so they are not copied again. */
function copyWhole(from, to) {
  if (existsSync(to) && statSync(to).size === statSync(from).size) return
  mkdirSync(dirname(to), { recursive: true })
  const draft = `${to}.${randomBytes(6).toString('hex')}`
  copyFileSync(from, draft)
  renameSync(draft, to)
}

/** `import()` of a CommonJS package has named exports in the sources, but only `default` in the bundle. */
function refuseDefaultsAlone(files) {
  for (const { text } of files) {
    const [, found] = /^export default require_(\w+)\(\)/m.exec(text) ?? []
    if (found)
      throw new Error(`import() of ${found}, which is CommonJS: import() a module of ours that imports it`)
  }
}

/** The sources of the last build. Its stamp also lists the files that it created. */
function stampedFrom() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n', 1)[0] : undefined
}

/** A process that was started before this build may still load its own files, so they are kept for a while. */
function removeOld(keptMs) {
  const current = new Set(readFileSync(stamp, 'utf8').split('\n'))
  const keptSince = Date.now() - keptMs
  for (const folder of [dist, join(consoleDist, 'assets'), themeDist])
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      const isOurs = folder !== dist || name.startsWith('part-')
      if (isOurs && !current.has(name) && statSync(path).mtimeMs < keptSince) rmSync(path, { force: true })
    }
}

function putWhole(path, contents) {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, contents)
  renameSync(draft, path)
}

/** Names, sizes and times of all sources of the bundle. */
function fingerprint() {
  let facts = ''
  const add = (path) => {
    const { size, mtimeMs } = statSync(`${root}${path}`)
    facts += `${path} ${size} ${mtimeMs}\n`
  }
  const walk = (folder) => {
    for (const entry of readdirSync(`${root}${folder}`, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!notSources.has(entry.name)) walk(path)
      } else if (!entry.name.endsWith('.test.ts')) add(path)
    }
  }
  walk('client')
  walk('contract')
  walk('console')
  walk('server')
  add('package-lock.json')
  add('scripts/build.mjs')
  walk('scripts/build')
  return createHash('sha1').update(facts).digest('hex')
}

const notSources = new Set(['node_modules', 'dist', 'data', 'test'])

/** For `npm pack`: the package must not contain files of an earlier build. */
async function buildPackage() {
  if (stampedFrom() !== fingerprint()) await build()
  removeOld(0)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isPackage = process.argv.includes('--package')
  await (isPackage ? buildPackage() : build()).catch((error) => {
    const cannotBuildHere = ['ERR_MODULE_NOT_FOUND', 'EACCES', 'EPERM', 'EROFS'].includes(error.code)
    process.exitCode = cannotBuildHere ? CANNOT_BUILD_HERE : 1
    // esbuild has already reported errors in the sources.
    if (!error.errors && (!cannotBuildHere || isPackage)) process.stderr.write(`${error.message}\n`)
  })
}
