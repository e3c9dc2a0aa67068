import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../test/client.ts'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()

async function newPlace() {
  const site = await service.newSite()
  const write = async (fields: object, by = site.admin): Promise<number> => {
    const whole = {
      title: 'Untitled',
      content: '<p>text</p>',
      category_id: site.defaultCategoryId,
      ...fields,
    }
    return (await by.post('/api/articles', { status: 1, ...whole })).data.id
  }
  const tag = async (name: string): Promise<number> => (await site.admin.post('/api/tags', { name })).data.id
  const search = async (keyword: string, more = '') =>
    site.anonymous.get(`/api/articles/search?keyword=${encodeURIComponent(keyword)}${more}`)
  const found = async (keyword: string) => idsOf(await search(keyword))
  return { ...site, write, tag, search, found }
}

const idsOf = ({ data }: Answer): number[] => data.list.map(({ id }: { id: number }) => id)

/** Jobs run soon. */
const soon = (check: () => Promise<void>) =>
  expect.poll(async () => check().then(() => true, String)).toBe(true)

describe('a search', () => {
  test('can be filtered by category, tag and time, with the right total', async () => {
    const site = await service.newSite()
    const category = (await site.admin.post('/api/categories', { name: 'Narrow' })).data.id
    const tag = (await site.admin.post('/api/tags', { name: 'Narrow' })).data.id
    const write = async (title: string, more: object = {}) => {
      const article = {
        title,
        content: '<p>harbour lights</p>',
        category_id: site.defaultCategoryId,
        status: 1,
      }
      return (await site.admin.post('/api/articles', { ...article, ...more })).data.id as number
    }
    const plain = await write('Plain')
    const main = await write('Main', { category_id: category })
    const second = await write('Second harbour', { category_ids: [category], tag_ids: [tag] })
    const tagged = await write('Tagged', { tag_ids: [tag] })
    const [{ create_time }] = (await site.admin.get(`/api/articles?ids=${plain}`)).data.list
    const time = encodeURIComponent(create_time)
    for (const [query, expected, matched] of [
      ['keyword=harbour', [second, tagged, main, plain], 'all'],
      [`keyword=harbour&category_id=${category}`, [second, main], 'all'],
      [`keyword=harbour&tag_id=${tag}`, [second, tagged], 'all'],
      [`keyword=harbour&tag_id=${tag}&category_id=${category}`, [second], 'all'],
      [`keyword=light%20harb&tag_id=${tag}`, [second, tagged], 'all'],
      [`keyword=harbour%20nowhere&tag_id=${tag}`, [second, tagged], 'any'],
      ['keyword=harbour&end_time=2001-01-01', [], 'all'],
      ['keyword=harbour&tag_id=999999', [], 'all'],
    ] as const) {
      const { data } = await site.anonymous.get(`/api/articles/search?${query}`)
      expect([query, data.list.map(({ id }: { id: number }) => id), data.total]).toEqual([
        query,
        expected,
        expected.length,
      ])
      expect(data.matched).toBe(matched)
    }
    const during = await site.anonymous.get(
      `/api/articles/search?keyword=harbour&start_time=${time}&end_time=${time}`,
    )
    expect(during.data.list.map(({ id }: { id: number }) => id)).toContain(plain)
    const paged = await site.anonymous.get(
      `/api/articles/search?keyword=harbour&tag_id=${tag}&page=2&page_size=1`,
    )
    expect([paged.data.list[0].id, paged.data.total]).toEqual([tagged, 2])
  })

  test('returns the documented fields to everybody', async () => {
    const { write, search } = await newPlace()
    const id = await write({ title: 'On 搜索', content: '<p>全文<b>搜索</b> &amp; more</p>', summary: 'S' })
    const { status, data } = await search('搜索')
    expect(status).toBe(200)
    expect(data).toEqual({
      list: [
        {
          id,
          alias: 'on-sou-suo',
          title: 'On 搜索',
          summary: 'S',
          cover: '',
          cover_media: null,
          author: { id: expect.any(Number), username: expect.any(String), nickname: '' },
          category: { id: expect.any(Number), name: 'Uncategorized', alias: 'uncategorized' },
          tags: [],
          publish_time: expect.any(String),
          publish_at: expect.any(String),
          create_time: expect.any(String),
          create_at: expect.any(String),
          highlight: { title: 'On <em>搜索</em>', content: '全文<em>搜索</em> &amp; more' },
        },
      ],
      total: 1,
      page: 1,
      page_size: 20,
      matched: 'all',
    })
  })

  const refusals = [
    ['is missing', '', 'keyword'],
    ['is empty', '?keyword=', 'keyword'],
    ['is blank', '?keyword=%20%E3%80%80%09', 'keyword'],
    ['is too long', `?keyword=${encodeURIComponent('汉'.repeat(201))}`, 'keyword'],
    ['is given twice', '?keyword=a&keyword=b', 'keyword'],
    ['holds a NUL', '?keyword=a%00b', 'keyword'],
    ['comes with page 0', '?keyword=a&page=0', 'page'],
    ['comes with a page that is no number', '?keyword=a&page=x', 'page'],
    ['comes with page_size 0', '?keyword=a&page_size=0', 'page_size'],
    ['comes with a category that is none', '?keyword=a&category_id=x', 'category_id'],
    ['comes with a time that is none', '?keyword=a&end_time=2026-02-30', 'end_time'],
  ] as const
  for (const [when, query, field] of refusals)
    test(`is rejected with 400 on ${field} when the keyword ${when}`, async () => {
      const { status, errors } = await service.client().get(`/api/articles/search${query}`)
      expect(status).toBe(400)
      expect(Object.keys(errors)).toEqual([field])
    })

  test('accepts 200 characters, and reduces a larger page to 100', async () => {
    const { search } = await newPlace()
    expect((await search('汉'.repeat(200), '&page_size=1000')).data).toMatchObject({
      total: 0,
      page_size: 100,
    })
  })

  test('ranks title first, then summary and tags, then the text; newer first among equals', async () => {
    const { write, tag, found } = await newPlace()
    const topic = await tag('volcano')
    const title1 = await write({ title: 'A volcano' })
    const summary = await write({ summary: 'About a volcano.' })
    const tagged = await write({ tag_ids: [topic] })
    const title2 = await write({ title: 'Volcano, again' })
    const text1 = await write({ content: `<p>${'volcano '.repeat(50)}</p>` })
    const text2 = await write({ content: '<p>One volcano.</p>' })
    expect(await found('volcano')).toEqual([title2, title1, tagged, summary, text2, text1])
  })

  test('for several words ranks the phrase in the title first, then all words there, then some', async () => {
    const { write, found } = await newPlace()
    const asTheyStand = await write({ title: 'In new york today' })
    const allThere = await write({ title: 'York has a new mayor' })
    const some = await write({ title: 'News', content: '<p>york: new</p>' })
    const one = await write({ title: 'York', content: '<p>Nothing new.</p>' })
    await write({ title: 'York' })
    expect(await found('new york')).toEqual([asTheyStand, allThere, one, some])
    expect(await found('new yor')).toEqual([asTheyStand, allThere, one, some])
    expect(await found('"new york"')).toEqual([asTheyStand])
  })

  test('falls back to any of the words; more and rarer words rank higher', async () => {
    const { write, search } = await newPlace()
    const both = await write({ content: '<p>alpha gamma</p>' })
    const rare = await write({ content: '<p>beta</p>' })
    const common = [await write({ content: '<p>alpha</p>' }), await write({ content: '<p>alpha</p>' })]
    const { data } = await search('alpha beta gamma')
    expect(data.matched).toBe('any')
    expect(data.total).toBe(4)
    expect(data.list.map(({ id }: { id: number }) => id)).toEqual([both, rare, ...common.reverse()])
    expect((await search('alpha gamma')).data).toMatchObject({ total: 1, matched: 'all' })
    expect((await search('delta epsilon')).data).toMatchObject({ list: [], total: 0, matched: 'all' })
  })

  test('falls back to prefixes before it uses any of the words', async () => {
    const { write, search } = await newPlace()
    const both = await write({ title: 'Élan', content: '<p>A café &amp; a zebra, two cafés</p>' })
    const one = await write({ title: 'Zebra crossing' })
    const answer = async (keyword: string) => {
      const { data } = await search(keyword)
      return [data.matched, data.total, data.list.map(({ id }: { id: number }) => id)]
    }
    for (const keyword of ['é', 'caf', 'CAFÉ', 'caf zeb', 'caf zebra', 'é "a zebra" ca'])
      expect(await answer(keyword), keyword).toEqual(['all', 1, [both]])
    expect(await answer('zeb')).toEqual(['all', 2, [one, both]])
    expect(await answer('"zeb"')).toEqual(['all', 0, []])
    expect(await answer('cross "a zeb"')).toEqual(['all', 0, []])
    expect(await answer('zebra qu')).toEqual(['any', 2, [one, both]])
    expect(await answer('zeb qu')).toEqual(['all', 0, []])
  })

  test('highlights words that match as prefixes', async () => {
    const { write, search } = await newPlace()
    await write({ title: 'Élan', content: '<p>A café &amp; a zebra, two cafés</p>' })
    const marks = async (keyword: string) => (await search(keyword)).data.list[0].highlight
    expect(await marks('é caf')).toEqual({
      title: '<em>Élan</em>',
      content: 'A <em>café</em> &amp; a zebra, two <em>cafés</em>',
    })
    expect((await marks('cafe')).content).toBe('A <em>café</em> &amp; a zebra, two cafés')
    expect((await marks('cafe nothing')).content).toBe('A <em>café</em> &amp; a zebra, two cafés')
  })

  test('finds a long question in Chinese by its parts', async () => {
    const { write, search } = await newPlace()
    const id = await write({ title: '数据库备份' })
    await write({ title: '如何' })
    const { data } = await search('如何给数据库做备份')
    expect(data.matched).toBe('any')
    expect(data.list[0]).toMatchObject({ id, highlight: { title: '<em>数据库</em><em>备份</em>' } })
  })

  test('returns each result once over all pages', async () => {
    const { write, search } = await newPlace()
    const written: number[] = []
    for (let n = 0; n < 23; n++)
      written.push(await write(n % 3 === 0 ? { title: `Paging ${n}` } : { content: `<p>paging ${n}</p>` }))
    const seen: number[] = []
    for (let page = 1; page <= 6; page++) {
      const answer = await search('paging', `&page=${page}&page_size=5`)
      expect(answer.data).toMatchObject({ total: 23, page, page_size: 5 })
      seen.push(...idsOf(answer))
    }
    const newest = (ids: number[]) => ids.toReversed()
    expect(seen).toEqual([
      ...newest(written.filter((_, n) => n % 3 === 0)),
      ...newest(written.filter((_, n) => n % 3 !== 0)),
    ])
    expect((await search('paging', '&page=9007199254740991')).data).toMatchObject({ list: [], total: 23 })
    const begun: number[] = []
    for (let page = 1; page <= 6; page++) {
      const answer = await search('pagi', `&page=${page}&page_size=5`)
      expect(answer.data).toMatchObject({ total: 23, page, page_size: 5, matched: 'all' })
      begun.push(...idsOf(answer))
    }
    expect(begun).toEqual(seen)
  })

  test('escapes everything except its own highlighting', async () => {
    const { write, search } = await newPlace()
    await write({
      title: '<em>x</em> & "evil" <img src=x onerror=alert(1)>',
      content:
        '<p>&lt;script&gt;evil()&lt;/script&gt; evil’s &amp;amp; <a href="https://evil.example">link</a></p>',
    })
    const [{ highlight }] = (await search('evil')).data.list
    expect(highlight.title).toBe(
      '&lt;em&gt;x&lt;/em&gt; &amp; &quot;<em>evil</em>&quot; &lt;img src=x onerror=alert(1)&gt;',
    )
    expect(highlight.content).toBe(
      '&lt;script&gt;<em>evil</em>()&lt;/script&gt; <em>evil</em>’s &amp;amp; link',
    )
  })

  test('shows the passage of a long text that contains the words', async () => {
    const { write, search } = await newPlace()
    const filler = '<p>Nothing to see here at all, move along.</p>'.repeat(200)
    await write({ content: `${filler}<p>The needle is in this haystack.</p>${filler}` })
    const [{ highlight }] = (await search('needle haystack')).data.list
    expect(highlight.content).toMatch(/^….*<em>needle<\/em> is in this <em>haystack<\/em>.*…$/)
    expect(highlight.content.length).toBeLessThan(180)
  })
})

test('two searches with the same article each highlight what they found', async () => {
  const { write, search, admin } = await newPlace()
  const id = await write({ title: 'Red and blue', content: '<p>A red box, a blue box.</p>' })
  const shown = async (keyword: string) => {
    const [{ title, highlight }] = (await search(keyword)).data.list
    return [title, highlight.title, highlight.content]
  }
  const red = ['Red and blue', '<em>Red</em> and blue', 'A <em>red</em> box, a blue box.']
  expect(await shown('red')).toEqual(red)
  expect(await shown('blue')).toEqual([
    'Red and blue',
    'Red and <em>blue</em>',
    'A red box, a <em>blue</em> box.',
  ])
  expect(await shown('red')).toEqual(red)
  await admin.put(`/api/articles/${id}`, { content: '<p>Only red.</p>' })
  expect(await shown('red')).toEqual(['Red and blue', '<em>Red</em> and blue', 'Only <em>red</em>.'])
})

describe('an article', () => {
  test('is found while it is published', async () => {
    const { write, found, admin } = await newPlace()
    const id = await write({ title: 'Comet', status: 0 })
    expect(await found('comet')).toEqual([])
    const steps: Array<[does: () => Promise<Answer>, isFound: boolean]> = [
      [() => admin.post(`/api/articles/${id}/publish`), true],
      [() => admin.post(`/api/articles/${id}/unpublish`), false],
      [() => admin.put(`/api/articles/${id}`, { status: 1 }), true],
      [() => admin.post(`/api/articles/${id}/archive`), false],
      [() => admin.put('/api/articles/batch', { ids: [id], data: { status: 1 } }), true],
      [() => admin.put(`/api/articles/${id}`, { title: 'Planet' }), false],
      [() => admin.post(`/api/articles/${id}/revisions/1/restore`), true],
      [() => admin.put(`/api/articles/${id}`, { is_top: 1 }), true],
      [() => admin.delete(`/api/articles/${id}`), false],
      [() => admin.post(`/api/recycle-bin/article/${id}/restore`), true],
      [() => admin.delete('/api/articles/batch', { ids: [id] }), false],
      [() => admin.delete(`/api/recycle-bin/article/${id}`), false],
    ]
    for (const [index, [does, isFound]] of steps.entries()) {
      expect((await does()).status, `step ${index}`).toBe(200)
      expect(await found('comet'), `step ${index}`).toEqual(isFound ? [id] : [])
    }
  })

  test('is found from the second of its schedule on', async () => {
    const { write, found, admin } = await newPlace()
    const id = await write({ title: 'Eclipse', status: 0 })
    const later = new Date(Date.now() + 2_000).toISOString()
    expect((await admin.post(`/api/articles/${id}/publish`, { publish_time: later })).data.status).toBe(0)
    expect(await found('eclipse')).toEqual([])
    await expect.poll(() => found('eclipse'), { timeout: 15_000, interval: 200 }).toEqual([id])
  })

  test('is found by its whole text, and not by its markup', async () => {
    const { write, found, tag } = await newPlace()
    const id = await write({
      title: 'One',
      summary: 'Two',
      tag_ids: [await tag('Three')],
      content: '<h2>Four</h2><p title="Five">Si<b>x</b><br>Seven</p><a href="https://eight.example">Nine</a>',
    })
    for (const word of ['one', 'two', 'three', 'four', 'six', 'seven', 'nine'])
      expect(await found(word), word).toEqual([id])
    for (const word of ['five', 'eight', 'h2', 'href', 'br', 'sixseven'])
      expect(await found(word), word).toEqual([])
  })

  test('written by two nodes at once is found on both', async () => {
    const { id: siteId, write, found, admin } = await newPlace()
    if (service.engine.name === 'sqlite') return
    const node = await service.newNode()
    const id = await write({ title: 'Start' })
    const other = node.client({ token: admin.token, siteId })
    await Promise.all([
      admin.put(`/api/articles/${id}`, { title: 'Mercury' }),
      other.put(`/api/articles/${id}`, { summary: 'Venus' }),
    ])
    expect(await found('mercury venus')).toEqual([id])
  })
})

describe('a site', () => {
  test('finds only its own articles, in every kind of search', async () => {
    const [one, other] = [await newPlace(), await newPlace()]
    const mine = await one.write({ title: 'Shared word', tag_ids: [await one.tag('Shared tag')] })
    const theirs = await other.write({ title: 'Shared word', tag_ids: [await other.tag('Shared tag')] })
    for (const [place, id] of [
      [one, mine],
      [other, theirs],
    ] as const) {
      const { data } = await place.search('shared')
      expect([data.total, data.list[0].id]).toEqual([1, id])
      expect(idsOf(await place.admin.get('/api/articles?keyword=shared'))).toEqual([id])
      const suggested = (await place.anonymous.get('/api/articles/search/suggest?keyword=sha')).data
      expect(suggested.map(({ type }: { type: string }) => type)).toEqual(['tag', 'article'])
      expect(suggested[1].id).toBe(id)
    }
  })
})

describe('a tag', () => {
  test('after a rename, merge or deletion, its articles are found by the new name', async () => {
    const { write, tag, found, admin } = await newPlace()
    const [cats, dogs] = [await tag('Cats'), await tag('Dogs')]
    const id = await write({ tag_ids: [cats] })
    expect(await found('cats')).toEqual([id])
    await admin.put(`/api/tags/${cats}`, { name: 'Felines' })
    await soon(async () => expect([await found('cats'), await found('felines')]).toEqual([[], [id]]))
    await admin.post(`/api/tags/${cats}/merge`, { target_id: dogs })
    await soon(async () => expect([await found('felines'), await found('dogs')]).toEqual([[], [id]]))
    await admin.delete(`/api/tags/${dogs}`)
    await soon(async () => expect(await found('dogs')).toEqual([]))
  })
})

describe('the keyword of a list', () => {
  test('finds articles in every status that the caller may see', async () => {
    const { user, write, admin, anonymous } = await newPlace()
    const [editor, member] = [await user('editor'), await user('member')]
    const shown = await write({ title: 'Otter' })
    const hidden = await write({ title: 'Otter', status: 0 })
    const own = await write({ content: '<p>otter</p>', status: 0 }, editor)
    const bin = await write({ title: 'Otter' })
    await admin.delete(`/api/articles/${bin}`)
    const readers = [
      [admin, '', [own, hidden, shown]],
      [admin, '&status=1', [shown]],
      [admin, '&status=0', [own, hidden]],
      [admin, `&author_id=${editor.id}`, [own]],
      [admin, '&sort=view_count', [own, hidden, shown]],
      [editor, '', [own, shown]],
      [editor, '&status=0', [own]],
      [editor, '&status=1', [shown]],
      [member, '', [shown]],
      [member, '&status=0', []],
    ] as const
    for (const [reader, filter, expected] of readers) {
      const answer = await reader.get(`/api/articles?keyword=otter${filter}`)
      expect([answer.data.total, idsOf(answer)], filter).toEqual([expected.length, expected])
    }
    expect((await anonymous.get('/api/articles?keyword=otter')).status).toBe(401)
  })

  test('chooses between all and any of the words independently of invisible articles', async () => {
    const { user, write, admin } = await newPlace()
    const editor = await user('editor')
    const shown = await write({ title: 'Lynx' })
    const hidden = await write({ title: 'Lynx and marten', status: 0 })
    expect(idsOf(await editor.get('/api/articles?keyword=lynx%20marten'))).toEqual([shown])
    expect(idsOf(await admin.get('/api/articles?keyword=lynx%20marten'))).toEqual([hidden])
  })

  test('chooses prefixes independently of them too', async () => {
    const { user, write, admin } = await newPlace()
    const editor = await user('editor')
    const begun = await write({ title: 'Martens' })
    const whole = await write({ title: 'Marten', status: 0 })
    const listed = async (reader: typeof admin, keyword: string) => {
      const answer = await reader.get(`/api/articles?keyword=${encodeURIComponent(keyword)}`)
      return [answer.data.total, idsOf(answer)]
    }
    expect(await listed(admin, 'marten')).toEqual([1, [whole]])
    expect(await listed(editor, 'marten')).toEqual([1, [begun]])
    expect(await listed(admin, 'mart')).toEqual([2, [whole, begun]])
    expect(await listed(admin, '"mart"')).toEqual([0, []])
    expect(await listed(admin, 'marten lynx')).toEqual([1, [whole]])
    expect(await listed(admin, 'mart lynx')).toEqual([0, []])
  })

  test('combines with the other filters, and the list keeps its order', async () => {
    const { write, tag, admin } = await newPlace()
    const pond = await tag('Pond')
    const top = await write({ content: '<p>heron</p>', is_top: 1, tag_ids: [pond] })
    const titled = await write({ title: 'Heron' })
    const latest = await write({ content: '<p>heron</p>', tag_ids: [pond] })
    await write({ title: 'Nothing', tag_ids: [pond] })
    const listed = async (filter: string) => idsOf(await admin.get(`/api/articles?keyword=heron${filter}`))
    expect(await listed('')).toEqual([top, latest, titled])
    expect(await listed(`&tag_id=${pond}`)).toEqual([top, latest])
    expect(await listed('&is_top=0')).toEqual([latest, titled])
    expect(await listed('&order=asc')).toEqual([top, titled, latest])
    expect((await admin.get('/api/articles?keyword=%25')).data.total).toBe(0)
    expect((await admin.get('/api/articles?keyword=')).data.total).toBe(4)
  })
})

describe('a suggestion', () => {
  let place: Awaited<ReturnType<typeof newPlace>>
  const suggested = async (keyword: string, more = '') => {
    const path = `/api/articles/search/suggest?keyword=${encodeURIComponent(keyword)}${more}`
    return (await place.anonymous.get(path)).data.map(({ text }: { text: string }) => text)
  }
  beforeAll(async () => {
    place = await newPlace()
    const [java, script, machine] = [
      await place.tag('Java'),
      await place.tag('JavaScript'),
      await place.tag('机器学习'),
    ]
    await place.tag('Javanese')
    const unseen = await place.tag('Javelin')
    await place.write({ title: '深度学习入门', tag_ids: [machine] })
    await place.write({ title: 'Café culture in Jakarta', tag_ids: [script] })
    await place.write({ title: 'Java in a nutshell', tag_ids: [java, script] })
    await place.write({ title: 'Javelin throwing', status: 0, tag_ids: [unseen] })
  })

  const answers: Array<[keyword: string, expected: string[]]> = [
    ['java', ['JavaScript', 'Java', 'Java in a nutshell']],
    ['JA', ['JavaScript', 'Java', 'Java in a nutshell', 'Café culture in Jakarta']],
    ['script', []],
    ['java nut', ['Java in a nutshell']],
    ['nut java', []],
    ['nutshell ja', ['Java in a nutshell']],
    ['cafe cul', ['Café culture in Jakarta']],
    ['cultu', ['Café culture in Jakarta']],
    ['学', ['机器学习', '深度学习入门']],
    ['学习', ['机器学习', '深度学习入门']],
    ['学习入', ['深度学习入门']],
    ['%', []],
    ['"', []],
  ]
  for (const [keyword, expected] of answers)
    test(`for ${keyword} is ${JSON.stringify(expected)}`, async () => {
      expect(await suggested(keyword)).toEqual(expected)
    })

  test('has a type, and respects the limit', async () => {
    const { data } = await place.anonymous.get('/api/articles/search/suggest?keyword=java&limit=2')
    expect(data).toMatchObject([
      { type: 'tag', text: 'JavaScript' },
      { type: 'article', text: 'Java in a nutshell' },
    ])
    for (const query of ['', '?keyword=', '?keyword=a&limit=0', '?keyword=a&limit=x'])
      expect((await place.anonymous.get(`/api/articles/search/suggest${query}`)).status, query).toBe(400)
    expect((await place.anonymous.get('/api/articles/search/suggest?keyword=a&limit=99')).status).toBe(200)
  })

  test('does not include a disabled tag', async () => {
    const { data } = await place.admin.get('/api/tags?keyword=JavaScript')
    await place.admin.put(`/api/tags/${data.list[0].id}`, { enabled: 0 })
    expect(await suggested('java')).toEqual(['Java', 'Java in a nutshell'])
  })
})
