import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const workspaces = ['.', 'client', 'contract', 'console', 'server', 'bench']

const declared = workspaces.flatMap((folder) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`))
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@inkstone/'))
})

test('ARCHITECTURE.md gives a reason for every dependency, and lists no others', () => {
  const [, section = ''] = read('ARCHITECTURE.md').split('\n## Dependencies\n')
  const rows = section.split('\n').filter((line) => /^\| `/.test(line))
  const documented = rows.flatMap((row) =>
    [...row.split(' | ', 1)[0].matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )
  expect(documented.sort()).toEqual([...new Set(declared)].sort())
})

test('only packages with binaries for each platform are installed with the package', () => {
  const { dependencies } = JSON.parse(read('server/package.json'))
  expect(Object.keys(dependencies)).toEqual(['@node-rs/argon2', 'sharp'])
})
