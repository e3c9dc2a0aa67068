// Checks with programs of others on what we publish: the OpenAPI document, the client, the examples. They take long, and
// what they find depends nearly always on the inputs listed here, so `npm test` runs one only if these differ from those
// with which it passed last (`tools/passed.json`). As a command, all of them run: node scripts/outside-checks.mjs
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages } from './packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const record = join(root, 'tools/passed.json')
/** The document is made from these. A new version of a library can change it too. */
const OF_DOCUMENT = ['contract', 'server/platform/openapi', 'tools/openapi', 'package-lock.json']

export const throughPrism = {
  name: 'tests through Prism',
  command: [process.execPath, 'tools/openapi/suite.mjs'],
  packages: ['tools/openapi'],
  inputs: [...OF_DOCUMENT, 'server/test/prism.ts'],
}
export const outsideChecks = [
  throughPrism,
  {
    name: 'tools on the OpenAPI document',
    command: [process.execPath, 'tools/openapi/check.mjs'],
    packages: ['tools/openapi'],
    inputs: OF_DOCUMENT,
  },
  {
    name: 'examples',
    command: [process.execPath, 'scripts/examples.mjs'],
    packages: ['examples/astro', 'examples/eleventy'],
    inputs: [
      ...['contract', 'client', 'examples', 'package-lock.json', 'scripts/examples.mjs'],
      ...['articles', 'authors', 'categories', 'changes', 'sites', 'tags'].map(
        (name) => `server/features/${name}`,
      ),
    ],
  },
]

export function hasPassed({ name, inputs }) {
  return readRecord()[name] === fingerprintOf(root, inputs)
}

/** Notes that it passed, for the next run: with the inputs of before, if one was edited meanwhile. */
export async function noted(check, run) {
  const fingerprint = fingerprintOf(root, check.inputs)
  await run()
  // CI has nobody who would commit it.
  if (process.env.CI) return
  const noted = { ...readRecord(), [check.name]: fingerprint }
  writeFileSync(record, `${JSON.stringify(noted, null, 2)}\n`)
}

function readRecord() {
  return JSON.parse(readFileSync(record, 'utf8'))
}

/** Of the paths and contents of files. What is built or installed beside them does not count, nor do tests. */
export function fingerprintOf(folder, inputs) {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap((input) => filesIn(folder, input)).sort()) {
    const content = readFileSync(join(folder, path))
    hash.update(`${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

const NOT_INPUT = /^(?:node_modules|dist|generated|_site|\.astro)$|\.test\.m?[jt]s$/

function filesIn(folder, path) {
  if (statSync(join(folder, path)).isFile()) return [path]
  return readdirSync(join(folder, path))
    .filter((name) => !NOT_INPUT.test(name))
    .flatMap((name) => filesIn(folder, `${path}/${name}`))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const check of outsideChecks) {
    for (const name of check.packages) ensurePackages(join(root, name), name)
    const [program, ...args] = check.command
    console.log(check.name)
    await noted(check, () => {
      if (spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1)
    })
  }
