// Runs tests with the newest Node: node tools/newer-node/test.mjs [arguments of vitest]
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages } from '../../scripts/packages.mjs'

/** Where versions of Node differ: SQLite, which also makes backups, streams, the server, and the start of the built program. */
const TESTS = [
  'server/platform/sql',
  'server/platform/http',
  'server/platform/documents',
  'server/features/search-index',
  'server/features/recycle-bin',
  'server/features/backups/backups.test.ts',
  'server/cli/start.process.test.ts',
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'tools/newer-node')
ensurePackages(folder, 'tools/newer-node')
const programs = join(folder, 'node_modules/.bin')
const node = join(programs, 'node')
if (!existsSync(node))
  throw new Error(`tools/newer-node/package.json has no Node for ${process.platform} on ${process.arch}`)

const given = process.argv.slice(2)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const child = spawn(node, [vitest, 'run', ...(given.length > 0 ? given : TESTS)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
