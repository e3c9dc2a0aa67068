// CONTRIBUTING.md lists the files that a change touches: they must exist, and no other file may need a change.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const sources = ['contract', 'console/src', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter(
      (path) =>
        /\.tsx?$/.test(path) && !/\/(dist|node_modules)\/|\.test\.|^server\/(test|migrations)\//.test(path),
    )
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
)

/** The files that contain a word, except under paths that use it for another reason. */
function filesWith(word, ...exceptUnder) {
  return sources
    .filter(({ path, text }) => word.test(text) && !exceptUnder.some((start) => path.startsWith(start)))
    .map(({ path }) => path)
    .sort()
}

/** The files that CONTRIBUTING.md lists for a change. */
function listed(change) {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, section] = guide.split(`### ${change}\n`)
  expect(section, `CONTRIBUTING.md has no section "${change}"`).toBeDefined()
  const bullets = section.split(/\n##/)[0].matchAll(/^- (.*)$/gm)
  return [...bullets].flatMap(([, text]) =>
    [...text.matchAll(/`((?:contract|console|server)\/[\w./-]+)`/g)].map(([, path]) => path),
  )
}

const cases = [
  [
    'A new short text of an article',
    'the field `seo_description`',
    filesWith(
      /\bseo_description\b/,
      // Pages, categories and tags have texts with the same names.
      'contract/schema.ts',
      ...['server/features/pages/', 'server/features/categories/', 'server/features/tags/'],
      ...['console/src/features/pages/', 'console/src/features/categories/', 'console/src/features/tags/'],
      ...[
        'server/features/exports/markdown-files.rules.ts',
        'server/features/exports/restored-fields.rules.ts',
        'server/features/imports/page-texts.rules.ts',
        'server/features/imports/name-losses.ts',
        'console/src/features/audit-log/changes.words.ts',
      ],
      // Importers that know it under another name, and the metadata of the public site for search engines.
      ...['server/features/imports/ghost.source.ts', 'server/features/imports/wordpress-posts.rules.ts'],
      'server/features/imports/markdown-file.rules.ts',
      ...['server/features/site/', 'console/src/ui/seo-fields.tsx'],
    ),
  ],
  ['A new condition for comments', 'the setting `comment_max_links`', filesWith(/\bcomment_max_links\b/)],
  [
    'A new storage for uploads',
    'the storage S3',
    filesWith(/\bs3\b/, 'server/platform/storage/').filter((path) => path.startsWith('server/')),
  ],
  ['A new export format', 'the format `excel`', filesWith(/\bexcel\b/, 'server/platform/documents/')],
]

describe('every file that a change touches is listed', () => {
  for (const [change, what, files] of cases)
    test(`${change}: ${what}`, () => {
      expect(files.length).toBeGreaterThan(0)
      expect(listed(change)).toEqual(expect.arrayContaining(files))
    })

  test('A new endpoint: each is implemented in one place', () => {
    const declared = sources
      .filter(({ path }) => path.startsWith('contract/'))
      .flatMap(({ text }) => [...text.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name]) => name))
    const routes = sources.filter(({ path }) => /\.routes\.ts$/.test(path))
    const answers = (name) =>
      routes.flatMap(({ text }) => [...text.matchAll(new RegExp(`\\(\\s*(?:\\w+\\.)?${name},`, 'g'))]).length
    expect(declared.length).toBeGreaterThan(100)
    expect(declared.filter((name) => answers(name) !== 1)).toEqual([])
  })

  test('A new job: every kind is handled in a file that server/jobs.ts lists', () => {
    const kinds = sources.flatMap(({ text }) =>
      [...text.matchAll(/export const (\w+) = jobKind</g)].map(([, name]) => name),
    )
    const { text: list } = sources.find(({ path }) => path === 'server/jobs.ts')
    const handling = sources.filter(
      ({ path }) =>
        path === 'server/jobs.ts' ||
        (path.endsWith('.jobs.ts') && list.includes(`'./${path.slice('server/'.length)}'`)),
    )
    expect(kinds.length).toBeGreaterThan(10)
    expect(
      kinds.filter(
        (kind) =>
          !handling.some(({ text }) => text.includes(`(${kind},`) || text.includes(`(\n    ${kind},`)),
      ),
    ).toEqual([])
  })
})
