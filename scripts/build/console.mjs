// Bundles the console: the scripts with Rolldown, the style sheet with esbuild, each also compressed for browsers.
import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const inGzip = promisify(gzip)
const inBrotli = promisify(brotliCompress)
/** A level lower, files are 6 % larger; the highest takes twice as long for 2 %. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 10 }

/** What more screens share is loaded with the first one. */
const FEW_SCREENS = 3
/** It is not worth a request of its own. */
const SMALL_PART_BYTES = 20_000

/**
 * The files of the console below `folder`, the page last, which refers to the others; and the sources they were made
 * from, relative to `root`.
 */
export async function buildConsole({ build }, root, folder) {
  const assets = join(folder, 'assets')
  const [scripts, styles] = await Promise.all([bundleScripts(root), bundleStyles(build, root, assets)])
  const scriptFiles = scripts.map(({ fileName, code }) => ({
    path: join(assets, fileName),
    contents: Buffer.from(code),
  }))
  const files = [...scriptFiles, ...styles.outputFiles]
  const addressOf = (start, end) => {
    const names = files.map(({ path }) => basename(path))
    const name = names.find((name) => name.startsWith(start) && name.endsWith(end))
    if (!name) throw new Error(`the console has no file ${start}…${end}`)
    return `/admin/assets/${name}`
  }
  const page = readFileSync(join(root, 'console/index.html'), 'utf8')
    .replace('%SCRIPT%', addressOf('console-', '.js'))
    .replace('%STYLE%', addressOf('console-', '.css'))
    .replace('%ICON%', addressOf('icon-', '.svg'))
  const compressed = await Promise.all(
    files.map(async ({ path, contents }) => [
      { path, contents },
      { path: `${path}.gz`, contents: await inGzip(contents, { level: 9 }) },
      { path: `${path}.br`, contents: await inBrotli(contents, { params: BROTLI }) },
    ]),
  )
  const modules = scripts.flatMap(({ moduleIds }) => moduleIds.map((id) => relative(root, id)))
  return {
    files: [...compressed.flat(), { path: join(folder, 'index.html'), contents: page }],
    inputs: [...modules, ...Object.keys(styles.metafile.inputs)],
  }
}

/**
 * esbuild would write a file for every combination of screens that share a module: the first screen then takes more
 * than fifty requests, here four or five.
 */
async function bundleScripts(root) {
  const { build } = await import('rolldown')
  const { output } = await build({
    cwd: root,
    input: { console: 'console/src/main.tsx' },
    platform: 'browser',
    preserveEntrySignatures: false,
    transform: {
      target: 'es2022',
      jsx: { runtime: 'automatic' },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    // React's directives for servers mean nothing in a browser.
    onLog: (level, log, report) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
    },
    write: false,
    output: {
      format: 'esm',
      minify: true,
      comments: false,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: 'part-[hash].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            name: nameOfFewScreens,
            debugName: 'few screens',
            minSize: SMALL_PART_BYTES,
            priority: 2,
          },
          { name: nameOfMany, debugName: 'many screens', priority: 1 },
        ],
      },
    },
  })
  return output
}

/** One name for the modules that the same few screens share, such as the editor. */
function nameOfFewScreens(id, modules) {
  const screens = screensWith(id, modules)
  return screens && screens.size > 1 && screens.size <= FEW_SCREENS
    ? [...screens]
        .map((path) => basename(path))
        .sort()
        .join()
    : null
}

/** Together with what every screen needs: parts that import each other in a circle would not start. */
function nameOfMany(id, modules) {
  const screens = screensWith(id, modules)
  return !screens || screens.size > 1 ? 'shared' : null
}

/** The screens that load a module; undefined if the first page loads it. */
function screensWith(id, modules) {
  const screens = new Set()
  const seen = new Set()
  const waiting = [id]
  while (waiting.length > 0) {
    const module = waiting.pop()
    if (seen.has(module)) continue
    seen.add(module)
    const { isEntry, importers, dynamicImporters } = modules.getModuleInfo(module)
    if (isEntry) return undefined
    if (dynamicImporters.length > 0) screens.add(module)
    waiting.push(...importers)
  }
  return screens
}

function bundleStyles(build, root, folder) {
  return build({
    absWorkingDir: root,
    entryPoints: { console: 'console/src/main.css', icon: 'console/icon.svg' },
    outdir: folder,
    entryNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    write: false,
    metafile: true,
    bundle: true,
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
}
