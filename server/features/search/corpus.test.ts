import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite

/** In order of creation: the last is the newest. */
const corpus = {
  engine: ['中文搜索引擎', '我们学习全文检索，也学习分词。'],
  python: ['用Python写代码', '北京大学的搜索课程，不讲中文。'],
  tower: ['東京タワー', 'ガイドブックを買いました。カフェで休む。'],
  seoul: ['서울특별시', '대한민국의 수도. 김치를 먹는다.'],
  cafe: ['Crème brûlée', 'Un café à la plage, São Paulo und Straße. Ærøskøbing.'],
  cpp: ['Learn C++ in a day', 'The state-of-the-art way. C# is another language.'],
  c: ['C for beginners', 'State of the art, the C primer. 1,000,000 readers.'],
  node: ['ASP.NET and Node.js', 'From .NET 8 to nodejs 20, version 3.14.'],
  mail: ['Writing letters', 'Write to foo.bar@example.com, not by e-mail list. Phone 555-0199.'],
  signs: ['Notepad++', 'A "quoted" word & <b>bold</b> 100% snake_case don’t stop: AND OR NOT NEAR *'],
  emoji: ['👩‍👩‍👧 family', 'Ｆｕｌｌ－ｗｉｄｔｈ text and ﬁne ligatures 𠮷野家'],
  russian: ['Война и мир', 'Роман Льва Толстого. Ёлка. Київ.'],
  greek: ['Ο Οδυσσεύς', 'Άνδρα μοι ἔννεπε, Μοῦσα.'],
  thai: ['ภาษาไทย', 'สวัสดีชาวโลก'],
  arabic: ['مُحَمَّد', 'السَّلام عليكم'],
} as const
type Key = keyof typeof corpus
const keys = new Map<number, Key>()

beforeAll(async () => {
  site = await service.newSite()
  for (const [key, [title, text]] of Object.entries(corpus)) {
    const content = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`
    const fields = { title, content, category_id: site.defaultCategoryId, status: 1 }
    keys.set((await site.admin.post('/api/articles', fields)).data.id, key as Key)
  }
})

const found = async (path: string): Promise<Key[]> =>
  (await site.admin.get(path)).data.list.flatMap(({ id }: { id: number }) => keys.get(id) ?? [])
const search = (keyword: string) => found(`/api/articles/search?keyword=${encodeURIComponent(keyword)}`)

const answers: Array<[keyword: string, expected: Key[]]> = [
  ['中', ['engine', 'python']],
  ['中文', ['engine', 'python']],
  ['文中', []],
  ['搜索', ['engine', 'python']],
  ['索', ['engine', 'python']],
  ['搜索引擎', ['engine']],
  ['文搜', ['engine']],
  ['学习 检索', ['engine']],
  ['“学习全文”', ['engine']],
  ['北京', ['python']],
  ['大学 北京', ['python']],
  ['用Python写', ['python']],
  ['PYTHON', ['python']],
  ['京', ['tower', 'python']],
  ['東京', ['tower']],
  ['タワー', ['tower']],
  ['ﾀﾜｰ', ['tower']],
  ['ガイド', ['tower']],
  ['カ', ['tower']],
  ['서울', ['seoul']],
  ['대한민국', ['seoul']],
  ['김', ['seoul']],
  ['creme brulee', ['cafe']],
  ['CRÈME', ['cafe']],
  ['cafe', ['cafe']],
  ['sao', ['cafe']],
  ['strasse', ['cafe']],
  ['aeroskobing', ['cafe']],
  ['ü', ['cafe']],
  ['caf', ['cafe']],
  ['brû pla', ['cafe']],
  ['plag café', ['cafe']],
  ['plag "caf"', []],
  ['Stra', ['cafe']],
  ['ÆRØ', ['cafe']],
  ['c++', ['cpp']],
  ['C', ['c', 'cpp']],
  ['c#', ['cpp']],
  ['"c primer"', ['c']],
  ['state-of-the-art', ['c', 'cpp']],
  ['stateoftheart', ['cpp']],
  ['"state of the art"', ['c', 'cpp']],
  ['"art state"', []],
  ['1000000', ['c']],
  ['1,000,000', ['c']],
  ['node.js', ['node']],
  ['node.j', ['node']],
  ['nodejs', ['node']],
  ['.net', ['node']],
  ['asp.net', ['node']],
  ['3.14', ['node']],
  ['314', []],
  ['foo.bar@example.com', ['mail']],
  ['example.com', ['mail']],
  ['email', ['mail']],
  ['e-mail', ['mail']],
  ['e-ma', ['mail']],
  ['"e-ma"', []],
  ['555-0199', ['mail']],
  ['notepad', ['signs']],
  ['notepad++', ['signs']],
  ['snake_case', ['signs']],
  ['dont', ['signs']],
  ['bold', ['signs']],
  ['NEAR', ['signs']],
  ['AND', ['node', 'emoji', 'signs']],
  ['c AND primer', ['c', 'cpp', 'node', 'emoji', 'signs']],
  ['NEAR(c primer)', ['c', 'cpp', 'signs']],
  ['full-width', ['emoji']],
  ['fine', ['emoji']],
  ['𠮷', ['emoji']],
  ['𠮷野', ['emoji']],
  ['ВОЙНА', ['russian']],
  ['елка', ['russian']],
  ['ё', ['russian']],
  ['киї толст', ['russian']],
  ['оδυσσευσ', []],
  ['οδυσσευς', ['greek']],
  ['ανδρα', ['greek']],
  ['ไทย', ['thai']],
  ['محمد', ['arabic']],
  ['السلام', ['arabic']],
  ['السل', ['arabic']],
  ['100%', ['signs']],
  ['%', []],
  ['_', []],
  ['*', []],
  ['"', []],
  ['""', []],
  ['"*"', []],
  ['& | ! :', []],
  [':*', []],
  ["' OR 1=1 --", ['signs']],
  ['bold & <b>', ['signs']],
  ['!bold', ['signs']],
  ['bold:*', ['signs']],
  ['(bold', ['signs']],
  ['bold)', ['signs']],
  ['{words}:bold', ['signs']],
  ['-bold', ['signs']],
  ['^bold', ['signs']],
  ['bold^2', ['signs']],
  ['bo*', ['signs']],
  ['\\', []],
  ["\\'bold", ['signs']],
  ['1p中', ['engine', 'python']],
  ['bold'.repeat(40), []],
  ['中文'.repeat(100), ['engine', 'python']],
]

describe('in the corpus', () => {
  for (const [keyword, expected] of answers)
    test(`${keyword} finds ${JSON.stringify(expected)}`, async () => {
      expect(await search(keyword)).toEqual(expected)
    })

  test('the list finds the same', async () => {
    for (const [keyword, expected] of answers) {
      const listed = await found(`/api/articles?page_size=100&keyword=${encodeURIComponent(keyword)}`)
      expect(listed.sort(), keyword).toEqual([...expected].sort())
    }
  })
})
