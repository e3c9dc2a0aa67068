import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const sources = readdirSync(new URL('server/', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('test') && !path.includes('node_modules'))
  .map((path) => read(`server/${path}`))

const found = (pattern: RegExp) =>
  new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name)))

/** An unknown name would be shown untranslated, such as `accounts.mail`. */
const named = [
  ['kind of job', /jobKind<[^(]*\(\s*'([\w.-]+)'/g, 'console/src/features/jobs/jobs.words.ts'],
  [
    'action of the audit log',
    /\baction: '([\w-]+\.[\w-]+)'/g,
    'console/src/features/audit-log/actions.words.ts',
  ],
] as const

for (const [what, pattern, words] of named)
  test(`the console has a text for every ${what}`, () => {
    const names = [...found(pattern)]
    expect(names.length).toBeGreaterThan(10)
    const known = read(words)
    expect(names.filter((name) => !known.includes(`'${name}': [`))).toEqual([])
  })
