import { expect } from 'vitest'
import { DOT, type startConsole } from './browser.ts'
import { wordpressOf } from './console-steps.ts'
import { multipart } from './multipart.ts'
import { codeOf } from './totp.ts'

type Console = Awaited<ReturnType<typeof startConsole>>

export const PASSWORD = 'correct horse battery'

/** A user with a password, who is signed in on two devices. */
export async function newAccount({ site, client }: Console, username: string, role: 'admin' | 'editor') {
  await site.admin.post('/api/users', {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    role,
  })
  const logIn = async () => (await client().post('/api/auth/login', { username, password: PASSWORD })).data
  await logIn()
  const { token, user } = await logIn()
  const account = client({ token, siteId: site.id })
  return {
    id: user.id as number,
    username,
    token: token as string,
    ...account,
    async switchOnSecondFactor() {
      const { secret } = (await account.post('/api/auth/second-factor')).data
      await account.post('/api/auth/second-factor/confirm', { code: codeOf(secret) })
    },
  }
}

/** Something of everything, so that no screen is empty. Gives the ids that addresses need. */
export async function fillSite(service: Console) {
  const { site, origin } = service
  const { admin, anonymous, defaultCategoryId } = site
  await admin.put('/api/settings', { comment_captcha: 0 })
  const strict = await service.newSite()
  await strict.admin.put('/api/settings', { second_factor: 'required_for_staff' })
  const { data: webhook } = await admin.post('/api/webhooks', {
    url: `${origin}/nothing-is-here`,
    events: ['article.published'],
  })
  const { data: tag } = await admin.post('/api/tags', { name: 'Tag' })
  const { data: category } = await admin.post('/api/categories', { name: 'Culture' })
  const article = {
    title: 'An article that is seen on every screen',
    content:
      '<h2>Heading</h2><p>Text with <a href="https://example.com">a link</a>.</p><details><summary>Island</summary>x</details>',
    category_id: defaultCategoryId,
    tag_ids: [tag.id],
  }
  const create = async (fields: object) =>
    (await admin.post('/api/articles', { ...article, ...fields })).data.id as number
  const published = await create({ status: 1, is_top: 1, category_id: category.id, title: 'Published' })
  const draft = await create({})
  await create({ title: 'Scheduled', status: 1, publish_time: '2099-01-01 00:00:00' })
  const dot = await upload(admin, '/api/media/upload', 'dot.png', DOT)
  await admin.put(`/api/articles/${draft}`, {
    content: `<p>Other text.</p><figure><img src="${dot.url}" alt="A dot"><figcaption>Dot</figcaption></figure>
      <pre><code class="language-css">a {}</code></pre><table><tbody><tr><td><p>Cell</p></td></tr></tbody></table>`,
  })
  await admin.put(`/api/articles/${published}`, { summary: 'What it is about.' })
  await admin.put(`/api/articles/${published}/working-copy`, { content: '<p>A better text.</p>' })
  const pending = (
    await (await site.user('editor')).post('/api/articles', { ...article, title: 'Submitted', status: 2 })
  ).data.id
  await admin.post(`/api/articles/${published}/favorite`)
  const { data: comment } = await anonymous.post('/api/comments', {
    article_id: published,
    content: 'A comment of a guest.',
    nickname: 'Guest',
    email: 'guest@example.com',
  })
  await admin.post(`/api/comments/${comment.id}/report`, { reason: 'Advertising' })
  await admin.post('/api/sensitive-words', { word: 'nasty' })
  await admin.post('/api/ip-blacklist', { ip: '203.0.113.0/24', duration: '7d', reason: 'Advertising' })
  const { data: page } = await admin.post('/api/pages', { title: 'A page', content: '<p>Page.</p>' })
  await admin.put(`/api/pages/${page.id}`, { content: '<p>Changed.</p>' })
  await admin.put(`/api/pages/${page.id}/draft`, { content: '<p>Not yet public.</p>' })
  const wordpress = wordpressOf('mary', 'News')
  const { id: imported } = await upload(admin, '/api/imports', 'export.xml', wordpress, 'wordpress')
  const backups = [await backUp(admin), await backUp(admin)]
  await admin.delete(`/api/articles/${await create({ title: 'Deleted' })}`)
  const member = await newAccount(service, 'member-of-the-site', 'editor')
  await member.switchOnSecondFactor()
  await admin.put(`/api/users/${member.id}/sites`, [{ site_id: site.id, role: 'editor' }])
  await expect.poll(async () => (await admin.get(`/api/imports/${imported}`)).data.status).toBe('done')
  const attempts = async () =>
    (await admin.get(`/api/webhooks/${webhook.id}/deliveries`)).data.list[0]?.attempt_count ?? 0
  // On a busy machine there can be two before the first is seen.
  await expect.poll(attempts).toBeGreaterThan(0)
  return {
    draft,
    published,
    pending,
    page: page.id as number,
    webhook: webhook.id as number,
    imported: imported as number,
    backups,
    member,
    strict: strict.id,
  }
}

async function upload(
  admin: Console['site']['admin'],
  path: string,
  filename: string,
  content: Buffer | string,
  kind?: string,
) {
  const file = { name: 'file', filename, content }
  const parts = kind === undefined ? [file] : [{ name: 'kind', content: kind }, file]
  const { payload, headers } = multipart(parts)
  return (await admin.send('POST', path, payload, headers)).data
}

/** The name of a new backup. */
async function backUp(admin: Console['site']['admin']): Promise<string> {
  const all = async (): Promise<string[]> =>
    (await admin.get('/api/backups')).data.list.map(({ name }: { name: string }) => name)
  const before = await all()
  const added = async () => (await all()).find((name) => !before.includes(name)) ?? ''
  await admin.post('/api/backups', { kind: 'database' })
  await expect.poll(added).not.toBe('')
  return added()
}
