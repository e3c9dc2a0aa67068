import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pruneBackups } from '../features/backups/backups.actions.ts'
import { DAY_MS } from '../features/backups/backups.rules.ts'
import { findBackups } from '../features/backups/backups.store.ts'
import { runCommandLine } from './command-line.ts'
import { lineFor } from './failures.ts'

const isRoot = process.getuid?.() === 0
const SOMEBODY = 12_345

const folder = await mkdtemp(join(tmpdir(), 'inkstone-owner-'))
const backups = join(folder, 'backups')
const sealed = join(backups, '2026-01-01T02-00-00Z-database')
afterAll(async () => {
  await chmod(sealed, 0o700).catch(() => undefined)
  await rm(folder, { recursive: true })
})

async function inkstone(...words: string[]) {
  let text = ''
  const note = (more: string) => {
    text += more
  }
  const context = { environment: { DATA_DIR: folder }, workingDir: folder, print: note, complain: note }
  return { status: await runCommandLine(words, context), text }
}

describe.skipIf(!isRoot)('root, on the data of another user', () => {
  beforeEach(() => chown(folder, SOMEBODY, SOMEBODY))

  test('creates nothing that its owner could not use', async () => {
    const commands = [
      ['backup'],
      ['restore', 'name'],
      ['migrate'],
      ['user', 'create', 'ann'],
      ['theme', 'eject'],
    ]
    for (const words of commands)
      expect(await inkstone(...words)).toEqual({
        status: 1,
        text: `DATA_DIR: ${folder} belongs to user ${SOMEBODY}, who could not use what root creates in it; run the command as that user, for example with sudo -u '#${SOMEBODY}'.\n`,
      })
    expect(await readdir(folder)).toEqual([])
  })

  test('is told that the doctor sees less as root', async () => {
    const { status, text } = await inkstone('doctor')
    expect(status).toBe(0)
    expect(text).toContain(
      `warn  data folder  ${folder} belongs to user ${SOMEBODY}: run inkstone doctor as that user`,
    )
  })
})

describe.skipIf(isRoot)('what another user created in the data', () => {
  beforeEach(async () => {
    await mkdir(sealed, { recursive: true })
    await writeFile(join(sealed, 'manifest.json'), '{}')
    await writeFile(join(sealed, 'inkstone.db'), '')
    await chmod(sealed, 0)
  })

  test('does not keep the other backups from being listed and deleted', async () => {
    expect(await findBackups(backups)).toEqual([])
    for (const name of ['2026-01-02T02-00-00Z-database', '2026-02-01T02-00-00Z-database'])
      await mkdir(join(backups, name))
    const now = Date.parse('2026-02-01T02:00:00Z')
    expect(await pruneBackups(backups, 'database', 7 * DAY_MS, now)).toEqual([
      '2026-01-02T02-00-00Z-database',
    ])
    await chmod(sealed, 0o700)
    expect(await readdir(sealed)).toHaveLength(2)
  })

  test('is named instead of a stack', async () => {
    await chmod(backups, 0)
    const { status, text } = await inkstone('backup')
    await chmod(backups, 0o700)
    expect(status).toBe(1)
    expect(text).toMatch(/^DATA_DIR: a part of it belongs to another user \(EACCES.*\); .*chown -R\.\n$/)
  })
})

test('an error of the system is one line with an advice', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(lineFor(full)).toBe('ENOSPC: no space left on device, write; free some space.')
  const sqlite = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
  expect(lineFor(sqlite)).toBe('SQLite: database or disk is full')
  expect(lineFor(Object.assign(new Error('x'), { code: 'ERR_ASSERTION' }))).toBeUndefined()
})
