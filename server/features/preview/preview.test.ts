import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'
import { openPreview, previewAddress, sealPreview } from './preview.rules.ts'

const service = await startTestService()
const stranger = service.client()

async function draft(fields: object = {}) {
  const site = await service.newSite()
  const editor = await site.user('editor')
  const { data } = await editor.post('/api/articles', {
    title: 'Not public yet',
    content: '<p>secret</p>',
    category_id: site.defaultCategoryId,
    ...fields,
  })
  return { site, editor, id: data.id as number }
}
const link = async (
  by: { post: (url: string, body?: unknown) => Promise<{ data: { token: string; url: string } }> },
  id: number,
  body = {},
) => (await by.post(`/api/articles/${id}/preview`, body)).data

describe('a preview link', () => {
  test('shows a draft to everybody who has it, on any site, and is not cached', async () => {
    const { site, editor, id } = await draft()
    const { url, token } = await link(editor, id)
    expect(url).toMatch(new RegExp(`/preview\\?token=${token}$`))
    const { status, data, headers } = await stranger.get(`/api/preview?token=${token}`)
    expect([status, data.title, data.content]).toEqual([200, 'Not public yet', '<p>secret</p>'])
    expect(data).not.toHaveProperty('can')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect((await site.anonymous.get(`/api/preview?token=${token}`)).status).toBe(200)
  })

  test('uses the URL in the settings', async () => {
    const { site, editor, id } = await draft()
    await site.admin.put('/api/settings', { preview_url: 'https://x.example/p/{alias}?t={token}&id={id}' })
    const { url, token } = await link(editor, id)
    expect(url).toBe(`https://x.example/p/not-public-yet?t=${token}&id=${id}`)
  })

  test('shows the working copy while readers see the article', async () => {
    const { editor, id } = await draft({ status: 1 })
    expect((await editor.post(`/api/articles/${id}/preview`, { of: 'working_copy' })).status).toBe(404)
    await editor.put(`/api/articles/${id}/working-copy`, { title: 'The next title' })
    const { token } = await link(editor, id, { of: 'working_copy', hours: 1 })
    const plain = await link(editor, id)
    expect((await stranger.get(`/api/preview?token=${token}`)).data.title).toBe('The next title')
    expect((await stranger.get(`/api/preview?token=${plain.token}`)).data.title).toBe('Not public yet')
    await editor.delete(`/api/articles/${id}/working-copy`)
    expect((await stranger.get(`/api/preview?token=${token}`)).status).toBe(403)
  })

  test('includes the files that the previewed text uses', async () => {
    const { editor, id } = await draft({ status: 1 })
    const upload = async (text: string) => {
      const { payload, headers } = multipart([{ name: 'file', filename: `${text}.txt`, content: text }])
      return (await editor.send('POST', '/api/media/upload', payload, headers)).data
    }
    const [one, other] = [await upload('one'), await upload('other')]
    await editor.put(`/api/articles/${id}`, { content: `<p><a href="${one.url}">one</a></p>` })
    await editor.put(`/api/articles/${id}/working-copy`, {
      content: `<p><a href="${other.url}">other</a></p>`,
    })
    const seen = async (of: string, query = '&include=media') => {
      const { token } = await link(editor, id, { of })
      return (await stranger.get(`/api/preview?token=${token}${query}`)).data.media
    }
    expect(await seen('article')).toMatchObject([{ id: one.id }])
    expect(await seen('working_copy')).toMatchObject([{ id: other.id }])
    expect(await seen('article', '')).toBeUndefined()
    const { token } = await link(editor, id)
    expect((await stranger.get(`/api/preview?token=${token}&include=related`)).status).toBe(400)
  })

  test('hides usernames and disabled tags as the site does', async () => {
    const { site, editor, id } = await draft({ status: 1 })
    const tag = (await site.admin.post('/api/tags', { name: 'Retired' })).data.id
    await site.admin.put(`/api/articles/${id}`, { tag_ids: [tag] })
    await editor.put(`/api/articles/${id}/working-copy`, { title: 'The next title' })
    const seen = async (of: string) => {
      const { data } = await stranger.get(`/api/preview?token=${(await link(editor, id, { of })).token}`)
      return [data.author.username, data.tags.length]
    }
    const { username } = (await editor.get(`/api/articles/${id}`)).data.author
    expect([await seen('article'), await seen('working_copy')]).toEqual([
      [username, 1],
      [username, 1],
    ])
    await site.admin.put('/api/settings', { show_usernames: 0 })
    await site.admin.put(`/api/tags/${tag}`, { enabled: 0 })
    expect([await seen('article'), await seen('working_copy')]).toEqual([
      ['', 0],
      ['', 0],
    ])
  })

  test('is invalid after its article was deleted', async () => {
    const { editor, id } = await draft()
    const { token } = await link(editor, id)
    await editor.delete(`/api/articles/${id}`)
    expect((await stranger.get(`/api/preview?token=${token}`)).body).toMatchObject({
      code: 403,
      error: 'preview-ended',
    })
  })

  test('can be created only by users who may edit the article', async () => {
    const { site, id } = await draft()
    expect((await (await site.user('editor')).post(`/api/articles/${id}/preview`, {})).status).toBe(404)
    expect((await site.anonymous.post(`/api/articles/${id}/preview`, {})).status).toBe(401)
    expect((await (await site.user('auditor')).post(`/api/articles/${id}/preview`, {})).status).toBe(200)
    const open = await draft({ status: 1 })
    expect((await (await open.site.user('member')).post(`/api/articles/${open.id}/preview`, {})).status).toBe(
      403,
    )
  })

  const refusals = [
    ['hours', 0],
    ['hours', 721],
    ['hours', '24'],
    ['hours', null],
    ['of', 'page'],
  ] as const
  for (const [field, value] of refusals)
    test(`is 422 on ${field} when it is ${JSON.stringify(value)}`, async () => {
      const { editor, id } = await draft()
      const { status, errors } = await editor.post(`/api/articles/${id}/preview`, { [field]: value })
      expect([status, Object.keys(errors)]).toEqual([422, [field]])
    })

  test('that is invalid is 403, and without a token 400', async () => {
    const { editor, id } = await draft()
    const { token } = await link(editor, id)
    for (const wrong of [
      `${token}x`,
      token.slice(0, -1),
      token.replace(/^\d+/, '1'),
      'nonsense',
      'x'.repeat(2000),
      '',
      editor.token,
    ]) {
      const { status, body } = await stranger.get(`/api/preview?token=${encodeURIComponent(wrong)}`)
      expect([wrong, status, body.error]).toEqual([wrong, 403, 'preview-ended'])
    }
    const { status, errors } = await stranger.get('/api/preview')
    expect([status, Object.keys(errors)]).toEqual([400, ['token']])
  })

  test('is stored and indexed nowhere, also if it is refused', async () => {
    const { editor, id } = await draft()
    const { token } = await link(editor, id)
    await editor.delete(`/api/articles/${id}`)
    for (const [query, expected] of [
      [`token=${token}`, 403],
      ['token=', 403],
      ['', 400],
      ['token=a&token=b', 400],
      [`token=${token}&site_id=999999`, 404],
    ] as const) {
      const { status, headers } = await stranger.get(`/api/preview?${query}`)
      expect([query, status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
        query,
        expected,
        'no-store',
        'noindex',
      ])
    }
  })
})

test('a preview token is valid until it expires, and only with its own key', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const claims = { siteId: 1, articleId: 2, of: 'article', expiresAt: 1000 } as const
  const token = sealPreview(key, claims)
  expect(openPreview(key, token, 999)).toEqual(claims)
  expect(openPreview(key, token, 1000)).toBeUndefined()
  expect(openPreview(other, token, 999)).toBeUndefined()
})

test('the placeholders of a URL are encoded', () => {
  expect(previewAddress('https://x/{alias}?t={token}', '', { token: 'a', id: 1, alias: '中 /' })).toBe(
    'https://x/%E4%B8%AD%20%2F?t=a',
  )
})
