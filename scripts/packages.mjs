// The packages of a folder with a lock file of its own, for the checks that need more than `npm ci` of the service brings.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Installs what the lock file names, unless it is there already. Fails with words where it cannot be had. */
export function ensurePackages(folder, name) {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const stamp = join(folder, 'node_modules/.installed-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  const installing = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (installing.status !== 0)
    throw new Error(
      `The packages of ${name} cannot be had: npm ci in that folder failed. It needs the npm registry.\n${installing.error?.message ?? installing.stderr}`,
    )
  writeFileSync(stamp, lock)
}

/** Every folder that has some. */
const folders = ['tools/openapi', 'examples/astro', 'examples/eleventy']

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of folders) ensurePackages(fileURLToPath(new URL(`../${name}`, import.meta.url)), name)
