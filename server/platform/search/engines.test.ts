import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FTS5_TOKENIZER, toFts5, toFts5Document } from './fts5.ts'
import { matchesOf } from './matches.ts'
import { asPrefixes, type Mode, parseQuery, type Query } from './query.ts'
import { toTsQuery, toTsVector } from './tsvector.ts'

interface Document {
  title: string
  body: string
}

// Stores documents and returns the indexes of those that match.
interface Engine {
  keep(documents: readonly Document[]): Promise<void>
  find(query: Query, mode: Mode, titleOnly?: boolean): Promise<number[]>
  close(): Promise<void>
}

function fts5(): Engine {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE documents USING fts5(title, body, tokenize = '${FTS5_TOKENIZER}')`)
  return {
    async keep(documents) {
      db.exec('DELETE FROM documents')
      const insert = db.prepare('INSERT INTO documents (rowid, title, body) VALUES (?, ?, ?)')
      documents.forEach(({ title, body }, index) => {
        insert.run(index, toFts5Document(title), toFts5Document(body))
      })
    },
    async find(query, mode, titleOnly = false) {
      const match = toFts5(query, mode, titleOnly ? ['title'] : undefined)
      const rows = db.prepare('SELECT rowid FROM documents WHERE documents MATCH ? ORDER BY rowid').all(match)
      return rows.map((row) => Number(Object(row).rowid))
    },
    async close() {
      db.close()
    },
  }
}

function postgres(url: string): Engine {
  const client = new pg.Client(url)
  const ready = client
    .connect()
    .then(() => client.query('CREATE TEMP TABLE documents (id int, words tsvector)'))
  return {
    async keep(documents) {
      await ready
      await client.query('TRUNCATE documents')
      const vectors: string[] = []
      for (const { title, body } of documents)
        vectors.push(
          await toTsVector(
            [
              { text: title, weight: 'A' },
              { text: body, weight: 'D' },
            ],
            async () => {},
          ),
        )
      await client.query(
        'INSERT INTO documents SELECT n - 1, v::tsvector FROM unnest($1::text[]) WITH ORDINALITY AS t(v, n)',
        [vectors],
      )
    },
    async find(query, mode, titleOnly = false) {
      const match = toTsQuery(query, mode, titleOnly ? 'A' : '')
      const found = await client.query('SELECT id FROM documents WHERE words @@ $1::tsquery ORDER BY id', [
        match,
      ])
      return found.rows.map((row) => Number(row.id))
    },
    async close() {
      await client.end()
    },
  }
}

const url = process.env.TEST_DATABASE_URL
const engines = [
  ['FTS5', fts5] as const,
  ...(url?.startsWith('postgres') ? [['PostgreSQL', () => postgres(url)] as const] : []),
]

const corpus: Document[] = [
  {
    title: 'Learn C++ in a day',
    body: 'The state-of-the-art way. Write to foo@bar.com, not by e-mail list.',
  },
  { title: 'C for beginners', body: 'State of the art, the C primer. 1,000,000 readers.' },
  { title: '用Python写代码', body: '我们学习中文搜索引擎，全文检索。' },
  {
    title: 'ASP.NET and Node.js',
    body: 'From .NET 8 to nodejs 20. An email about Crème brûlée, version 3.14.',
  },
  { title: '搜索', body: '中文不搜索，文中。北京大学' },
  { title: 'Notepad++', body: 'C primer plus; "quoted" & <b>bold</b> 100% snake_case don’t' },
  { title: '東京タワー', body: '서울특별시 대한민국 ｶﾞｲﾄﾞ' },
]

for (const [name, start] of engines)
  describe(name, () => {
    let engine: Engine
    const find = (typed: string, mode: Mode, titleOnly?: boolean) =>
      engine.find(parseQuery(typed), mode, titleOnly)
    const findBegun = (typed: string, titleOnly?: boolean) => {
      const query = parseQuery(typed)
      return engine.find(asPrefixes(query) ?? query, 'all', titleOnly)
    }
    beforeAll(async () => {
      engine = start()
      await engine.keep(corpus)
    })
    afterAll(() => engine.close())

    const answers: [string, number[]][] = [
      ['c++', [0]],
      ['c', [0, 1, 5]],
      ['"c primer"', [1, 5]],
      ['state-of-the-art', [0, 1]],
      ['stateoftheart', [0]],
      ['state', [0, 1]],
      ['"state of art"', []],
      ['"art way"', [0]],
      ['foo@bar.com', [0]],
      ['bar.com', [0]],
      ['foo', [0]],
      ['foo@com', []],
      ['email', [0, 3]],
      ['e-mail', [0, 3]],
      ['"mail list"', [0]],
      ['1000000', [1]],
      ['1,000,000', [1]],
      ['node.js', [3]],
      ['nodejs', [3]],
      ['.net', [3]],
      ['asp.net', [3]],
      ['creme BRULEE', [3]],
      ['3.14', [3]],
      ['"email about"', [3]],
      ['notepad', [5]],
      ['snake_case dont', [5]],
      ['中', [2, 4]],
      ['中文', [2, 4]],
      ['文中', [4]],
      ['中文搜索', [2]],
      ['搜索', [2, 4]],
      ['索', [2, 4]],
      ['搜索引擎', [2]],
      ['引擎全文', []],
      ['"用python写"', [2]],
      ['"python代"', []],
      ['python 代码 检索', [2]],
      ['大学 北京', [4]],
      ['京', [4, 6]],
      ['タワー', [6]],
      ['ガイド', [6]],
      ['대한', [6]],
      ['NEAR(c primer)', []],
      ['c AND primer', []],
      ['c & primer | !plus : *', [5]],
      ['"', []],
      ["' OR 1=1 --", []],
      ['%', []],
    ]
    for (const [query, expected] of answers)
      test(`${query} finds ${JSON.stringify(expected)}`, async () =>
        expect(await find(query, 'all')).toEqual(expected))

    test('any of the words', async () => {
      expect(await find('nothing creme 北京', 'any')).toEqual([3, 4])
      expect(await find('怎样学习检索', 'all')).toEqual([])
      expect(await find('怎样学习检索', 'any')).toEqual([2])
      expect(await find('', 'any')).toEqual([])
    })

    const begun: [string, number[]][] = [
      ['cr', [3]],
      ['CRÈM brul', [3]],
      ['stat', [0, 1]],
      ['stateof', [0]],
      ['state-of-the-ar', [0, 1]],
      ['e-mai', [0, 3]],
      ['"e-mai"', []],
      ['ema', [0, 3]],
      ['node.j', [3]],
      ['.n', [3]],
      ['c+', [0, 1, 3, 5]],
      ['3.1', [3]],
      ['foo@ba', [0]],
      ['pyth 检索', [2]],
      ['pyth 索检', []],
      ['"state of" ar', [0, 1]],
      ['"state o" ar', []],
      ['sna:*', [5]],
      ["sna' | 'x", []],
      ['sna" OR "x', []],
      ['中', [2, 4]],
      ['%', []],
    ]
    for (const [query, expected] of begun)
      test(`${query} as prefixes finds ${JSON.stringify(expected)}`, async () =>
        expect(await findBegun(query)).toEqual(expected))

    test('in the title only', async () => {
      expect(await find('c', 'all', true)).toEqual([0, 1])
      expect(await find('搜', 'all', true)).toEqual([4])
      expect(await findBegun('c', true)).toEqual([0, 1])
      expect(await findBegun('no', true)).toEqual([3, 5])
      expect(await find('"asp net" nodejs', 'all', true)).toEqual([3])
      expect(await find('"for beginners state"', 'all')).toEqual([])
    })

    test('words and phrases anywhere in a long text', async () => {
      const filler = Array.from(
        { length: 2_000 },
        (_, i) => `${i % 5 > 0 ? 'a' : 'the'} w${i % 997} 那天${i % 89}`,
      ).join(' ')
      const long = `${filler} the needle ${'我们在草堆里，'.repeat(2_000)} 一根很细的针。${filler} the end`
      await engine.keep([
        { title: 'needle', body: filler },
        { title: 'long', body: long },
      ])
      for (const query of ['needle end', '"the needle"', '一根很细的针', '针', '"the end"', '我们在草堆里'])
        expect(await find(query, 'all'), query).toEqual([1])
      expect(await find('"needle 一根"', 'all')).toEqual([])
      expect(await findBegun('need en')).toEqual([1])
      expect(await findBegun('the/needl')).toEqual([1])
      await engine.keep(corpus)
    })

    test('a text beyond all limits is stored, and found by its beginning', async () => {
      const words = Array.from({ length: 12_000 }, (_, i) => `слово${i}${'ъ'.repeat(i % 60)}`).join(' ')
      await engine.keep([
        { title: 'one', body: words + words },
        { title: 'two', body: '我们在草堆里。'.repeat(12_000) },
      ])
      expect(await find('слово7ъъъъъъъ', 'all')).toEqual([0])
      expect(await find('草堆里', 'all')).toEqual([1])
      await engine.keep(corpus)
    })

    test('results agree with highlighting for any query and text', async () => {
      const pieces = [
        'a',
        'b',
        'c++',
        '.',
        '-',
        ' ',
        ' ',
        '中',
        '文',
        '搜',
        '，',
        '"',
        "'",
        '@',
        '1',
        ',000',
        'é',
        '#',
        '*',
        'ｶ',
        'ﾞ',
      ]
      const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => chosen.join(''))
      const documents = fc.array(text, { minLength: 1, maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(
          documents,
          fc.array(text, { minLength: 5, maxLength: 5 }),
          async (bodies, queries) => {
            await engine.keep(bodies.map((body) => ({ title: '', body })))
            for (const query of queries
              .map(parseQuery)
              .flatMap((whole) => [whole, asPrefixes(whole) ?? whole])) {
              const matched = bodies.map((body) => termsIn(body, query))
              const all = matched.flatMap((count, index) =>
                count > 0 && count === query.terms.length ? [index] : [],
              )
              expect(await engine.find(query, 'all')).toEqual(
                all.filter((index) => strictly(bodies[index] ?? '', query)),
              )
              const any = matched.flatMap((count, index) => (count > 0 ? [index] : []))
              expect(await engine.find(query, 'any')).toEqual(any)
            }
          },
        ),
        { numRuns: 40 },
      )
    })
  })

// Highlighting falls back to parts of a long run; searching for all words does not.
function strictly(body: string, query: Query): boolean {
  const terms = query.terms.map((term) => ({ ...term, parts: [] }))
  return termsIn(body, { terms }) === terms.length
}

function termsIn(body: string, query: Query): number {
  return new Set(matchesOf(body, query).map((match) => match.term)).size
}
