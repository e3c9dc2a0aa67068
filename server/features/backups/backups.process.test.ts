import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../../test/database.ts'
import { program, run, startNode } from '../../test/program.ts'

const place = await createPlace()
afterAll(() => place.remove())
const settings = { ...place.settings, ADMIN_PASSWORD: 'the first administrator' }
const folder = join(place.folder, 'backups')

function namesIn(): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
const finished = () => namesIn().filter((name) => /^\d{4}-/.test(name))
const unfinished = () => namesIn().filter((name) => name.startsWith('.unfinished'))

/** Kills the process with -9 as soon as it has started a backup of this kind. */
async function killDuring(kind: string): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [program, 'backup', '--uploads'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  while (child.exitCode === null && !unfinished().some((name) => name.endsWith(kind))) await nextTurn()
  child.kill('SIGKILL')
  const [, signal] = await ended
  return signal
}

test('kill -9 during a backup leaves nothing that looks complete, and the next backup cleans up', async () => {
  const { code, stderr } = await run(['migrate'], settings)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  await mkdir(join(place.folder, 'uploads'), { recursive: true })
  for (let nth = 0; nth < 1_000; nth++) await writeFile(join(place.folder, `uploads/${nth}.txt`), `${nth}`)

  expect(await killDuring('database')).toBe('SIGKILL')
  expect(finished()).toEqual([])
  expect(unfinished()).toHaveLength(1)

  expect(await killDuring('uploads')).toBe('SIGKILL')
  expect(finished().filter((name) => name.endsWith('uploads'))).toEqual([])
  expect(unfinished()).toHaveLength(1)

  expect(await run(['backup'], settings)).toMatchObject({ code: 0, stderr: '' })
  expect(unfinished()).toEqual([])
})

test('a backup can be made while a node runs, but a restore requires it to be stopped', async () => {
  const node = startNode(settings)
  await node.url()
  const made = await run(['backup'], settings)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const name = made.stdout.trim().split('\n').at(-1) ?? ''
  expect(await run(['restore', name, '--replace'], settings)).toMatchObject({
    code: 1,
    stderr: 'The service is running on this database; stop it first.\n',
  })
  node.signal('SIGTERM')
  await node.ended()
  expect(await run(['restore', name, '--replace'], settings)).toMatchObject({ code: 0, stderr: '' })
})
