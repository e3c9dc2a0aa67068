import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>
const ids: number[] = []

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
  const fields = (title: string, status: number) => ({
    title,
    content: `<p>正文 ${title}, "quoted"</p>`,
    category_id: site.defaultCategoryId,
    status,
  })
  for (const [title, status] of [
    ['=1+1', 1],
    ['你好，世界', 1],
    ['draft', 0],
  ] as const)
    ids.push((await editor.post('/api/articles', fields(title, status))).data.id)
  ids.push((await site.admin.post('/api/articles', fields('of another', 0))).data.id)
})

describe('an export', () => {
  test('as csv has a mark, a header, what the caller may read, and no formula', async () => {
    const { status, headers, text } = await editor.get('/api/articles/export?format=csv')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/attachment; filename="articles-\d{4}-\d\d-\d\d\.csv"/)
    expect(text.startsWith('\ufeff')).toBe(true)
    const lines = text.slice(1).split('\r\n')
    expect(lines[0]?.startsWith('ID,Title,Summary,Author')).toBe(true)
    expect(text).toContain('你好，世界')
    expect(text).toContain('draft')
    expect(text).not.toContain('of another')
    expect(text).toContain("'=1+1")
    expect(text).toContain('""quoted""')
  })

  test('takes the filters of the list, or ids, and leaves out what cannot be read', async () => {
    const titles = async (query: string) =>
      (await editor.get(`/api/articles/export?format=csv&${query}`)).text
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[1])
        .filter(Boolean)
    expect(await titles('status=1')).toEqual(['你好，世界', "'=1+1"])
    expect(await titles(`ids=${ids.join(',')}`)).toEqual(['draft', '你好，世界', "'=1+1"])
    expect(await titles(`ids=${ids[3]}`)).toEqual([])
  })

  test('as excel and pdf is such a file, with a Chinese name for Chinese readers', async () => {
    const excel = await editor.get('/api/articles/export?format=excel', { 'accept-language': 'zh' })
    expect(excel.status).toBe(200)
    expect(excel.headers['content-disposition']).toContain("filename*=UTF-8''%E6%96%87%E7%AB%A0-")
    expect(excel.text.startsWith('PK')).toBe(true)
    const pdf = await editor.get('/api/articles/export?format=pdf')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.text.startsWith('%PDF-')).toBe(true)
  })

  const refusals: Array<[string, number]> = [
    ['', 400],
    ['format=word', 400],
    ['format=csv&ids=x', 400],
    [`format=csv&ids=${Array.from({ length: 1001 }, (_, index) => index + 1)}`, 400],
    ['format=csv&status=9', 400],
  ]
  for (const [query, status] of refusals)
    test(`refuses ?${query.slice(0, 25)} with ${status}`, async () => {
      expect((await editor.get(`/api/articles/export?${query}`)).status).toBe(status)
    })

  test('is for editors', async () => {
    expect((await (await site.user('member')).get('/api/articles/export?format=csv')).status).toBe(403)
    expect((await site.anonymous.get('/api/articles/export?format=csv')).status).toBe(401)
  })
})
