import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findProgram, start } from './postgres-programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'postgres-programs-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A program of another version of PostgreSQL cannot be installed for a test: this one says what such a one says. */
async function failing(...lines: readonly string[]): Promise<string> {
  const program = join(folder, 'pg_dump')
  const says = lines.map((line) => `echo '${line}' >&2`).join('\n')
  writeFileSync(program, `#!/bin/sh\n[ "$1" = --version ] && exit 0\n${says}\nexit 1\n`)
  chmodSync(program, 0o700)
  return start(await findProgram('pg_dump', folder), []).ended.then(
    () => '',
    (error: Error) => error.message.replace(program, 'pg_dump'),
  )
}

test('says which version of the programs the server needs', async () => {
  expect(
    await failing(
      'pg_dump: last built-in OID is 16383',
      'pg_dump: error: aborting because of server version mismatch',
      'pg_dump: detail: server version: 18.4; pg_dump version: 15.14',
    ),
  ).toBe(
    'pg_dump failed: pg_dump: error: aborting because of server version mismatch; pg_dump: detail: server version: 18.4; pg_dump version: 15.14; install the client programs of the version of the server, or set PG_BIN to their folder',
  )
})

test('says the first error, or else the last line, or how it ended', async () => {
  expect(await failing('reading', 'pg_dump: error: no', 'reading on')).toBe(
    'pg_dump failed: pg_dump: error: no',
  )
  expect(await failing('reading', 'stopped')).toBe('pg_dump failed: stopped')
  expect(await failing()).toBe('pg_dump failed: it exited with code 1')
})
