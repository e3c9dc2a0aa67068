// Bundles the program into server/dist: Node 20 does not read TypeScript, and one file loads several times faster
// than the thousand its libraries are made of. The console goes to server/dist/console, packed as browsers take it.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
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
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'server/dist')
const consoleDist = join(dist, 'console')
const themeDist = join(dist, 'theme')
const stamp = join(dist, 'built-from')

const entryPoints = {
  'picture-maker': 'server/platform/files/pictures/picture-maker.mjs',
  'sqlite-worker': 'server/platform/sql/sqlite/sqlite-worker.mjs',
  'text-worker': 'server/platform/texts/text-worker.ts',
  main: 'server/main.ts',
}

// They carry a binary, or read files that lie beside them.
const external = ['@node-rs/argon2', '@photostructure/sqlite', 'esbuild', 'pdfkit', 'pg-native', 'sharp']

// Parts of Fastify that the service never comes to: not even read at the start.
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

// Bundled CommonJS calls `require` for Node's own modules.
const banner = `import { createRequire as requireOfBundle } from 'node:module'
const require = requireOfBundle(import.meta.url)`

const CANNOT_BUILD_HERE = 3

/**
 * Builds when a source changed since the last build; otherwise costs a few milliseconds. In a process of its own: the
 * memory that it takes goes with it.
 */
export async function ensureBuilt() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0) return
  if (status !== CANNOT_BUILD_HERE) throw new Error('see above')
  if (!existsSync(join(dist, 'main.mjs')))
    throw new Error('esbuild is missing, or server/dist cannot be written; run npm ci first')
}

// Vitest calls it by this name before the tests that run the program.
export { ensureBuilt as setup }

async function build(sources = fingerprint()) {
  const esbuild = await import('esbuild')
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    // What is imported when first needed (pdf, S3) stays out of the start.
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
  const consoleFiles = await buildConsole(esbuild)
  // Two processes may start at once: each file appears whole or not at all, the parts before what imports them, and
  // the stamp after everything.
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
  putWhole(stamp, sources)
  removeOld(dist, (name) => name.startsWith('part-'), parts)
  removeOld(join(consoleDist, 'assets'), () => true, consoleFiles)
  removeOld(themeDist, () => true, themeFiles)
}

/** The templates of the public site, as they are. */
function buildTheme() {
  const folder = join(root, 'server/features/site/theme')
  return readdirSync(folder).map((name) => ({
    path: join(themeDist, name),
    contents: readFileSync(join(folder, name)),
  }))
}

/** The page comes last: when it is there, so is everything that it names. */
async function buildConsole({ build: bundle }) {
  const { outputFiles, metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: { console: 'console/src/main.tsx', icon: 'console/icon.svg' },
    outdir: join(consoleDist, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    loader: { '.svg': 'copy' },
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  const addressOf = (start, end) => {
    const found = Object.keys(metafile.outputs).map((path) => basename(path))
    const name = found.find((name) => name.startsWith(start) && name.endsWith(end))
    return `/admin/assets/${name}`
  }
  const page = readFileSync(join(root, 'console/index.html'), 'utf8')
    .replace('%SCRIPT%', addressOf('console-', '.js'))
    .replace('%STYLE%', addressOf('console-', '.css'))
    .replace('%ICON%', addressOf('icon-', '.svg'))
  const assets = outputFiles.flatMap(({ path, contents }) => [
    { path, contents },
    { path: `${path}.gz`, contents: gzipSync(contents, { level: 9 }) },
    { path: `${path}.br`, contents: brotliCompressSync(contents, { params: BROTLI }) },
  ])
  return [...assets, { path: join(consoleDist, 'index.html'), contents: page }]
}

/** The highest takes ten times as long for a twentieth less. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/** What `import()` brings of a CommonJS package has names in the sources, and in the bundle only `default`. */
function refuseDefaultsAlone(files) {
  for (const { text } of files) {
    const [, found] = /^export default require_(\w+)\(\)/m.exec(text) ?? []
    if (found)
      throw new Error(`import() of ${found}, which is CommonJS: import() a module of ours that imports it`)
  }
}

/** A process that runs since before this build may still ask for what it was made of: it stays for a day. */
function removeOld(folder, isOurs, files) {
  const current = new Set(files.map(({ path }) => basename(path)))
  const aDayAgo = Date.now() - 24 * 60 * 60 * 1000
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (isOurs(name) && !current.has(name) && statSync(path).mtimeMs < aDayAgo) rmSync(path, { force: true })
  }
}

function putWhole(path, contents) {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, contents)
  renameSync(draft, path)
}

/** Names, sizes and times of everything the bundle is made from. */
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
  return createHash('sha1').update(facts).digest('hex')
}

const notSources = new Set(['node_modules', 'dist', 'data', 'test'])

// With source maps on, Node reads the whole map at the start; without the libraries it is a twentieth of the size.
const librariesWithoutSourceMap = {
  name: 'libraries-without-source-map',
  setup({ onLoad }) {
    const emptyMap = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64')
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${emptyMap}`,
      loader: 'default',
    }))
  },
}

// esbuild writes every other text in ASCII. One letter beyond Latin-1 makes V8 keep the whole file in two bytes for
// each letter, and read it half as fast.
const regularExpressionsInAscii = {
  name: 'regular-expressions-in-ascii',
  setup({ onLoad }) {
    // A backslash before such a letter means nothing, and would now mean a backslash.
    const escaped = (_, slashes, letter) =>
      `${slashes.slice(slashes.length % 2)}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    onLoad({ filter: /[\\/](contract|server)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/(\\*)([\u0080-\uffff])/g, escaped),
      loader: 'ts',
    }))
  },
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    const cannotBuildHere = ['ERR_MODULE_NOT_FOUND', 'EACCES', 'EPERM', 'EROFS'].includes(error.code)
    process.exitCode = cannotBuildHere ? CANNOT_BUILD_HERE : 1
    // What is wrong with a source esbuild has said already.
    if (!error.errors && !cannotBuildHere) process.stderr.write(`${error.message}\n`)
  })
}
