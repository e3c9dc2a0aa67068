// The packages of a folder with its own lock file, for checks that need more than `npm ci` of the service installs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Installs the packages of the lock file, unless they are there already. Fails with a clear message if that is
 * impossible.
 */
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

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of process.argv.slice(2))
    ensurePackages(fileURLToPath(new URL(`../${name}`, import.meta.url)), name)
