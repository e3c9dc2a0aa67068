import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { problemsIn, subcommandsIn } from './documents.mjs'

const files = new Set([
  'README.md',
  'docs',
  'docs/deploy.md',
  'docs/scale.md',
  'server',
  'server/main.ts',
  'server/bin/inkstone.mjs',
])
const facts = {
  exists: (path) => files.has(path.replace(/\/$/, '')),
  scripts: new Map([
    ['', new Set(['start', 'check'])],
    ['bench', new Set(['load'])],
  ]),
  subcommands: new Set(['serve', 'user create']),
}

const rightLines = [
  'See `server/main.ts`, `server/main.ts:12`, `server/`, `docs/deploy.md` and [deploying](docs/deploy.md#tls).',
  'Made later: `server/dist/main.mjs`, `./data/inkstone.db`, `DATA_DIR/outbox/x.eml`.',
  'Not paths: `/api/openapi.json`, `text/html`, `a/*.ts`, `{id}/x.ts`, `<name>/x.ts`, `example.com/feed.xml`.',
  'Elsewhere: [a site](https://example.com/a.md), [a part](#part), [the reference](/docs), `https://example.com/a.md`.',
  'Run `npm start`, `npm run check`, `npm run -w bench load`, `npm ci`, `npm run NAME` or `node server/main.ts`.',
  'Run `inkstone serve`, `inkstone user create NAME`, `inkstone --help`, `inkstone COMMAND`, `PORT=1 npx inkstone serve`.',
]
for (const line of rightLines)
  test(`accepts: ${line}`, () => expect(problemsIn('README.md', line, facts)).toEqual([]))

const wrongLines = [
  ['See `server/app.ts`.', 'server/app.ts does not exist'],
  ['See `server/app`.', 'server/app does not exist'],
  ['See `../shared/spec.md`.', '../shared/spec.md does not exist'],
  ['See [it](docs/gone.md#part).', 'the link leads to docs/gone.md, which does not exist'],
  ['[it]: docs/gone.md', 'the link leads to docs/gone.md, which does not exist'],
  ['Run `npm ci && npm run lint`.', 'there is no npm script lint'],
  ['Run `npm test`.', 'there is no npm script test'],
  ['Run `npm run check -w bench`.', 'there is no npm script check in bench'],
  ['Run `npm run load --workspace gone`.', 'there is no workspace gone'],
  ['Run `node scripts/gone.mjs --all`.', 'scripts/gone.mjs does not exist'],
  ['Run `inkstone sreve`.', 'there is no command inkstone sreve'],
  ['Run `node server/bin/inkstone.mjs user delete`.', 'there is no command inkstone user delete'],
]
for (const [line, problem] of wrongLines)
  test(`reports: ${line}`, () =>
    expect(problemsIn('README.md', line, facts)).toEqual([`README.md:1: ${problem}`]))

test('reads commands only in shell blocks', () => {
  const text = [
    '```sh',
    '$ PORT=8080 npm run gone # starts',
    '```',
    '```ts',
    'npm run gone',
    '```',
    '`server/app.ts`',
  ].join('\n')
  expect(problemsIn('README.md', text, facts)).toEqual([
    'README.md:2: there is no npm script gone',
    'README.md:7: server/app.ts does not exist',
  ])
})

test('a path or link may be relative to the folder of the document', () => {
  expect(
    problemsIn('docs/deploy.md', '`docs/scale.md` [scale](scale.md) [home](../README.md)', facts),
  ).toEqual([])
  expect(problemsIn('docs/deploy.md', '[scale](docs/scale.md)', facts)).toHaveLength(1)
})

test('finds the commands in the help', () => {
  const help =
    'Usage: inkstone COMMAND\n\n  serve                 runs the service\n  user create NAME      makes a user\n  doctor\n'
  expect([...subcommandsIn(help)]).toEqual(['serve', 'user create', 'doctor'])
})

const read = (path) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

describe('documents in Chinese have the headings, commands, links and code of those in English:', () => {
  const outline = (path) => {
    const text = read(path).replace(/^\[.*\]\(.*\)\n/m, '')
    const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) =>
      block.replace(/#.*/g, '').replace(/(?<="admin","password":")[^"]*/, ''),
    )
    const headings = [...text.matchAll(/^#+ /gm)].map(([level]) => level)
    const links = [...text.matchAll(/\]\(([^)]+)\)|(https?:\/\/[\w.:/]*[\w/])/g)].map(([, path, url]) =>
      (path ?? url).replace('.zh.md', '.md'),
    )
    const code = [...text.replace(/^```.*?^```/gms, '').matchAll(/`([\x20-\x7e]+?)`/g)].map(
      ([, words]) => words,
    )
    return { headings, blocks, links, code: code.sort() }
  }

  test.each(['README', 'docs/console'])('%s', (name) =>
    expect(outline(`${name}.zh.md`)).toEqual(outline(`${name}.md`)),
  )
})

test('labels in the documents on the console are those that it shows', () => {
  const sources = readdirSync(fileURLToPath(new URL('../console/src', import.meta.url)), { recursive: true })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => read(`console/src/${path}`))
  const plain = (label) => label.replace(/\{\w+\} ?|…$/g, '')
  const pairs = sources.flatMap((text) => [...text.matchAll(/\[\s*'([^'\n]+)',\s*'([^'\n]+)',?\s*\]/g)])
  const missing = (document, shown) =>
    [...read(document).matchAll(/(?<!\w)_([^_\n]+)_(?!\w)/g)].flatMap(([, label]) =>
      shown.has(plain(label)) ? [] : label,
    )
  expect(missing('docs/console.md', new Set(pairs.map(([, english]) => plain(english))))).toEqual([])
  expect(missing('docs/console.zh.md', new Set(pairs.map(([, , chinese]) => plain(chinese))))).toEqual([])
})
