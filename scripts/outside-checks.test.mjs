import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fingerprintOf } from './outside-checks.mjs'

const folder = mkdtempSync(join(tmpdir(), 'inkstone-inputs-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const fingerprint = () => fingerprintOf(folder, ['contract', 'lock.json'])

write('contract/deep/a.ts', 'a')
write('lock.json', '{}')

test('what is built, installed or tests does not change the fingerprint of inputs', () => {
  const before = fingerprint()
  for (const path of ['node_modules/x.js', 'dist/x.js', 'generated/x.ts', 'a.test.ts', 'deep/b.test.mjs'])
    write(`contract/${path}`, 'x')
  write('server/x.ts', 'x')
  expect(fingerprint()).toBe(before)
})

const changes = [
  ['a changed file', () => write('contract/deep/a.ts', 'b')],
  ['a new file', () => write('contract/b.ts', '')],
  ['a changed file of the inputs', () => write('lock.json', '[]')],
  [
    'a file of another name',
    () => {
      rmSync(join(folder, 'contract/b.ts'))
      write('contract/c.ts', '')
    },
  ],
]
for (const [what, change] of changes)
  test(`${what} changes the fingerprint`, () => {
    const before = fingerprint()
    change()
    expect(fingerprint()).not.toBe(before)
  })
