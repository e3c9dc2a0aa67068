import { describe, expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { startTestService } from '../../test/harness.ts'
import { fewestStatements } from '../../test/statements.ts'

const service = await startTestService()
const site = await service.newSite()
const auditor = await site.user('auditor')

async function newCategory(fields: object = {}, as: Client = auditor) {
  const { status, data } = await as.post('/api/categories', { name: 'Category', ...fields })
  expect(status).toBe(201)
  return data as { id: number; alias: string }
}

describe('a category', () => {
  test('is created with all fields and returned unchanged', async () => {
    const parent = await newCategory({ name: 'Parent' })
    const given = {
      name: '科技新闻',
      alias: 'Tech_News-1',
      parent_id: parent.id,
      description: 'What is new',
      seo_title: 'Tech',
      seo_keywords: 'tech,news',
      seo_description: 'All of it',
      sort_order: -3,
      enabled: 1,
      icon: 'icon-chip',
      cover: 'https://example.com/cover.jpg',
      template: 'grid.html',
      show_in_nav: 1,
      external_link: 'https://example.com/tech',
    }
    const { status, data } = await auditor.post('/api/categories', given)
    expect(status).toBe(201)
    expect(data).toMatchObject({ ...given, article_count: 0, site_id: site.id })
    expect((await site.anonymous.get(`/api/categories/${data.id}`)).data).toEqual(data)
  })

  test('has defaults for all fields but its name, which is trimmed, and an alias in pinyin', async () => {
    const { data } = await auditor.post('/api/categories', { name: '  深度学习 ', unknown_field: 1 })
    expect(data).toMatchObject({
      name: '深度学习',
      alias: 'shen-du-xue-xi',
      parent_id: 0,
      description: '',
      seo_title: '',
      sort_order: 0,
      enabled: 1,
      icon: '',
      cover: '',
      template: '',
      show_in_nav: 0,
      external_link: '',
    })
    expect(data).not.toHaveProperty('unknown_field')
  })

  test('gets a suffix if its generated alias is taken, however long it is', async () => {
    const long = 'a'.repeat(80)
    const aliases = []
    for (let count = 0; count < 3; count++) aliases.push((await newCategory({ name: long })).alias)
    expect(aliases).toEqual(['a'.repeat(64), `${'a'.repeat(62)}-2`, `${'a'.repeat(62)}-3`])
    expect((await newCategory({ name: '！？' })).alias).toBe('category')
    expect((await newCategory({ name: '…' })).alias).toBe('category-2')
  })

  test('changes only in the fields sent; an empty alias is generated again', async () => {
    const { id } = await newCategory({ name: 'Before', alias: 'before', description: 'stays' })
    const { status, data } = await auditor.put(`/api/categories/${id}`, { name: 'Afterwards', alias: '' })
    expect(status).toBe(200)
    expect(data).toMatchObject({ id, name: 'Afterwards', alias: 'afterwards', description: 'stays' })
    expect((await auditor.put(`/api/categories/${id}`, {})).data).toMatchObject({ alias: 'afterwards' })
  })

  test('created twice with the same Idempotency-Key is created once', async () => {
    const make = () => auditor.post('/api/categories', { name: 'Once' }, { 'idempotency-key': 'once' })
    expect((await make()).data.id).toBe((await make()).data.id)
  })

  test('saved by two users from the same state: the second gets 412; a newly published article does not matter', async () => {
    const { id } = await newCategory({ name: 'Shared' })
    const { etag } = (await auditor.get(`/api/categories/${id}`)).headers
    const article = { title: 'One more', content: '<p>x</p>', category_id: id, status: 1 }
    expect((await auditor.post('/api/articles', article)).status).toBe(201)
    const save = (name: string) =>
      auditor.put(`/api/categories/${id}`, { name }, { 'if-match': String(etag) })
    const statuses = (await Promise.all([save('One'), save('Two')])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412])
  })
})

const long = (length: number) => '长'.repeat(length)
const refusals = [
  ['name is null', { name: null }, 'name'],
  ['name is a number', { name: 7 }, 'name'],
  ['name is blank', { name: ' \u3000 ' }, 'name'],
  ['name is too long', { name: long(101) }, 'name'],
  ['name holds a NUL', { name: 'a\u0000b' }, 'name'],
  ['alias is null', { alias: null }, 'alias'],
  ['alias has a slash', { alias: 'a/b' }, 'alias'],
  ['alias is Chinese', { alias: '新闻' }, 'alias'],
  ['alias is too long', { alias: 'a'.repeat(65) }, 'alias'],
  ['alias is taken', { alias: 'uncategorized' }, 'alias'],
  ['parent_id is null', { parent_id: null }, 'parent_id'],
  ['parent_id is text', { parent_id: '1' }, 'parent_id'],
  ['parent_id is negative', { parent_id: -1 }, 'parent_id'],
  ['parent_id is a fraction', { parent_id: 1.5 }, 'parent_id'],
  ['parent_id is nobody', { parent_id: 999_999_999 }, 'parent_id'],
  ['parent_id is beyond counting', { parent_id: 1e300 }, 'parent_id'],
  ['parent_id is of another site', { parent_id: 1 }, 'parent_id'],
  ['description is a list', { description: [] }, 'description'],
  ['description is too long', { description: long(2001) }, 'description'],
  ['seo_title is too long', { seo_title: long(201) }, 'seo_title'],
  ['seo_title is null', { seo_title: null }, 'seo_title'],
  ['seo_keywords is too long', { seo_keywords: long(501) }, 'seo_keywords'],
  ['seo_keywords is a list', { seo_keywords: ['a'] }, 'seo_keywords'],
  ['seo_description is too long', { seo_description: long(1001) }, 'seo_description'],
  ['seo_description is an object', { seo_description: {} }, 'seo_description'],
  ['sort_order is text', { sort_order: '1' }, 'sort_order'],
  ['sort_order is null', { sort_order: null }, 'sort_order'],
  ['sort_order is too large', { sort_order: 1e12 }, 'sort_order'],
  ['enabled is a word', { enabled: 'yes' }, 'enabled'],
  ['enabled is 2', { enabled: 2 }, 'enabled'],
  ['enabled is null', { enabled: null }, 'enabled'],
  ['icon is too long', { icon: long(501) }, 'icon'],
  ['icon is a number', { icon: 1 }, 'icon'],
  ['cover is too long', { cover: `https://e/${'x'.repeat(2000)}` }, 'cover'],
  ['cover is false', { cover: false }, 'cover'],
  ['template is too long', { template: 'x'.repeat(101) }, 'template'],
  ['template is a path', { template: '../../../etc/passwd' }, 'template'],
  ['template is null', { template: null }, 'template'],
  ['show_in_nav is a word', { show_in_nav: 'no' }, 'show_in_nav'],
  ['external_link is a script', { external_link: 'javascript:alert(1)' }, 'external_link'],
  ['external_link hides a script', { external_link: '\u0001javascript:alert(1)' }, 'external_link'],
  ['external_link is data', { external_link: 'data:text/html,x' }, 'external_link'],
  ['external_link is no text', { external_link: 1 }, 'external_link'],
] as const

describe('a category is rejected with 422', async () => {
  const untouched = await newCategory({ name: 'Untouched' })
  for (const [when, fields, field] of refusals)
    test(`on ${field} when ${when}, on creation or update, and nothing changes`, async () => {
      for (const { status, errors } of [
        await auditor.post('/api/categories', { name: 'Refused', ...fields }),
        await auditor.put(`/api/categories/${untouched.id}`, fields),
      ]) {
        expect(status).toBe(422)
        expect(Object.keys(errors)).toEqual([field])
      }
      expect((await auditor.get(`/api/categories/${untouched.id}`)).data).toEqual(untouched)
    })

  test('on name when it is missing, even if the body is empty or a list', async () => {
    expect((await auditor.post('/api/categories', {})).errors).toHaveProperty('name')
    expect((await auditor.post('/api/categories', [])).status).toBe(422)
    expect((await auditor.post('/api/categories')).errors).toHaveProperty('name')
  })
})

describe('the tree', () => {
  test('can have any depth, is ordered by sort_order and then id, in a constant number of statements', async () => {
    const { admin, anonymous, defaultCategoryId } = await service.newSite()
    const [second, third, first] = [
      await newCategory({ name: 'Second' }, admin),
      await newCategory({ name: 'Third', sort_order: 1 }, admin),
      await newCategory({ name: 'First', sort_order: -1 }, admin),
    ]
    let parent = first
    for (let level = 1; level < 30; level++)
      parent = await newCategory({ name: `Level ${level}`, parent_id: parent.id }, admin)
    const { status, data } = await anonymous.get('/api/categories')
    expect(status).toBe(200)
    const ids = data.map(({ id }: { id: number }) => id)
    expect(ids).toEqual([first.id, defaultCategoryId, second.id, third.id])
    let depth = 1
    for (let node = data[0]; node.children.length > 0; node = node.children[0]) depth++
    expect(depth).toBe(30)
    expect(data[2]).toMatchObject({ parent_id: 0, children: [], article_count: 0, enabled: 1, sort_order: 0 })
    expect(data[2]).not.toHaveProperty('description')
    const small = await service.newSite()
    expect(await fewestStatements(service.engine, () => anonymous.get('/api/categories'))).toBe(
      await fewestStatements(service.engine, () => small.anonymous.get('/api/categories')),
    )
  })

  test('hides a disabled category with its descendants, except from users who manage categories', async () => {
    const own = await service.newSite()
    const top = await newCategory({ name: 'Top' }, own.admin)
    const off = await newCategory({ name: 'Off', parent_id: top.id, enabled: false }, own.admin)
    const beneath = await newCategory({ name: 'Beneath', parent_id: off.id }, own.admin)
    const editor = await own.user('editor')
    const public_ = (await own.anonymous.get('/api/categories')).data
    expect(public_.find(({ id }: { id: number }) => id === top.id).children).toEqual([])
    for (const reader of [own.anonymous, editor])
      for (const { id } of [off, beneath])
        expect((await reader.get(`/api/categories/${id}`)).status).toBe(404)
    const managed = (await own.admin.get('/api/categories?all=1')).data
    expect(managed.find(({ id }: { id: number }) => id === top.id).children).toMatchObject([
      { id: off.id, enabled: 0, children: [{ id: beneath.id, enabled: 1 }] },
    ])
    expect((await own.admin.get(`/api/categories/${beneath.id}`)).status).toBe(200)
    expect((await own.anonymous.get('/api/categories?all=1')).status).toBe(401)
    expect((await editor.get('/api/categories?all=1')).status).toBe(403)
    expect((await own.admin.get('/api/categories?all=perhaps')).errors).toHaveProperty('all')
  })
})

describe('a move', () => {
  test('includes all descendants', async () => {
    const [one, other] = [await newCategory(), await newCategory()]
    const child = await newCategory({ parent_id: one.id })
    const grandchild = await newCategory({ parent_id: child.id })
    expect((await auditor.put(`/api/categories/${child.id}`, { parent_id: other.id })).data.parent_id).toBe(
      other.id,
    )
    const tree = (await site.anonymous.get('/api/categories')).data
    const found = tree.find(({ id }: { id: number }) => id === other.id)
    expect(found.children).toMatchObject([{ id: child.id, children: [{ id: grandchild.id }] }])
    expect((await auditor.put(`/api/categories/${child.id}`, { parent_id: 0 })).data.parent_id).toBe(0)
  })

  test('under itself or a descendant is 422 on parent_id', async () => {
    const top = await newCategory()
    const child = await newCategory({ parent_id: top.id })
    const grandchild = await newCategory({ parent_id: child.id })
    for (const parent_id of [top.id, child.id, grandchild.id]) {
      const { status, errors } = await auditor.put(`/api/categories/${top.id}`, { parent_id })
      expect(status).toBe(422)
      expect(errors).toHaveProperty('parent_id')
    }
  })

  test('together with another one that would create a cycle: one is rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await newCategory(), await newCategory()]
      const beneathOther = await newCategory({ parent_id: other.id })
      const answers = await Promise.all([
        auditor.put(`/api/categories/${one.id}`, { parent_id: beneathOther.id }),
        auditor.put(`/api/categories/${other.id}`, { parent_id: one.id }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    }
  })
})

describe('at the same moment', () => {
  test('ten with one name get ten aliases', async () => {
    const name = `Simultaneous ${site.id}`
    const made = await Promise.all(Array.from({ length: 10 }, () => newCategory({ name })))
    expect(new Set(made.map(({ alias }) => alias)).size).toBe(10)
  })

  test('only one of ten gets the same given alias', async () => {
    const ask = () => auditor.post('/api/categories', { name: 'Mine', alias: 'only-one' })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, errors } of answers.filter(({ status }) => status !== 201))
      expect([status, Object.keys(errors)]).toEqual([422, ['alias']])
  })
})

describe('permissions', () => {
  const roleNames = ['anonymous', 'member', 'editor', 'auditor', 'admin'] as const
  for (const role of roleNames)
    test(`${role} reads all of them; changes them: ${['auditor', 'admin'].includes(role) ? 'yes' : 'no'}`, async () => {
      const caller = role === 'anonymous' ? site.anonymous : await site.user(role)
      const { id } = await newCategory()
      const target = await newCategory()
      const refused = role === 'anonymous' ? 401 : 403
      const may = (status: number) => (['auditor', 'admin'].includes(role) ? status : refused)
      expect((await caller.get('/api/categories')).status).toBe(200)
      expect((await caller.get(`/api/categories/${id}`)).status).toBe(200)
      expect((await caller.post('/api/categories', { name: 'By me' })).status).toBe(may(201))
      expect((await caller.put(`/api/categories/${id}`, { name: 'By me' })).status).toBe(may(200))
      const merge = { target_id: target.id }
      expect((await caller.post(`/api/categories/${id}/merge`, merge)).status).toBe(may(200))
      expect((await caller.delete(`/api/categories/${target.id}`)).status).toBe(may(200))
    })
})

describe('another site', () => {
  test('may use the same alias, and cannot access these', async () => {
    const other = await service.newSite()
    const here = await newCategory({ name: 'Here', alias: 'the-same' })
    const there = await newCategory({ name: 'There', alias: 'the-same' }, other.admin)
    const ids = (await other.anonymous.get('/api/categories')).data.map(({ id }: { id: number }) => id)
    expect(ids).toEqual([other.defaultCategoryId, there.id])
    const attempts = [
      await other.admin.get(`/api/categories/${here.id}`),
      await other.admin.put(`/api/categories/${here.id}`, { name: 'Stolen' }),
      await other.admin.delete(`/api/categories/${here.id}`),
      await other.admin.post(`/api/categories/${here.id}/merge`, { target_id: there.id }),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const merge = await other.admin.post(`/api/categories/${there.id}/merge`, { target_id: here.id })
    expect([merge.status, Object.keys(merge.errors)]).toEqual([422, ['target_id']])
    const deletion = await other.admin.delete(`/api/categories/${there.id}?move_to=${here.id}`)
    expect([deletion.status, Object.keys(deletion.errors)]).toEqual([400, ['move_to']])
    expect((await auditor.get(`/api/categories/${here.id}`)).data.name).toBe('Here')
  })
})

test('an invalid id is 400, an unknown one 404', async () => {
  for (const id of ['0', '-1', 'x', '1.5', '1e3'])
    expect((await auditor.get(`/api/categories/${id}`)).status).toBe(400)
  for (const id of ['999999999', '99999999999999999999'])
    expect((await auditor.get(`/api/categories/${id}`)).status).toBe(404)
  expect((await auditor.put('/api/categories/999999999', {})).status).toBe(404)
  expect((await auditor.delete('/api/categories/999999999')).status).toBe(404)
})
