// Creates the files of a release in dist-release: the packages of the server and the client, an SBOM of the server
// (CycloneDX), and checksums of all of them (sha256sum --check SHA256SUMS).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'dist-release')

function npm(...args) {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed\n${error?.message ?? stderr}`)
  return stdout
}

function release() {
  const { name, version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'))
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  if (!changes.includes(`\n## ${version}`)) throw new Error(`CHANGELOG.md has no section for ${version}`)
  if (/^## Unreleased\s+###/m.test(changes))
    console.log(`CHANGELOG.md lists unreleased changes: raise the version from ${version} before publishing`)

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  npm('pack', '--workspace', 'server', '--workspace', 'client', '--pack-destination', folder)
  // The libraries in the bundle are development dependencies of the server and the console, so they count.
  const workspaces = ['--workspace', 'server', '--workspace', 'console']
  const sbom = npm('sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', ...workspaces)
  const list = JSON.parse(sbom)
  // npm names it after the folder.
  Object.assign(list.metadata.component, { name, version })
  writeFileSync(join(folder, `${name}-${version}.cdx.json`), JSON.stringify(list, undefined, 2))
  const sums = readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  console.log(`dist-release\n${sums.join('')}`)
}

try {
  release()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
