import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { startMailServer } from '../../test/mail-server.ts'

const mail = await startMailServer()
const SMTP = { SMTP_URL: mail.url, MAIL_FROM: 'Inkstone <service@example.org>' }
const service = await startTestService({ ...SMTP, PUBLIC_URL: 'https://blog.example.com' })
const unnamed = await startTestService(SMTP)

const OPEN = {
  public_read: 1,
  comment_captcha: 0,
  comment_review: 0,
  comment_user_interval: 0,
  comment_ip_interval: 0,
}

/** A site with an author who gets e-mails about comments, also while they wait for review. */
async function siteOf(on: typeof service, settings: object = {}) {
  const site = await on.newSite()
  await site.admin.put('/api/settings', { ...OPEN, ...settings })
  const author = await site.user('auditor')
  const article = async (fields: object = {}): Promise<number> => {
    const all = { title: 'Spoken of', content: 'x', category_id: site.defaultCategoryId, status: 1 }
    return (await author.post('/api/articles', { ...all, ...fields })).data.id
  }
  let number = 0
  const comment = async (subject: object, fields: object = {}): Promise<{ id: number; status: number }> => {
    const guest = {
      nickname: 'A guest',
      email: 'guest@example.com',
      content: `A longer comment, ${++number}`,
    }
    const headers = { host: 'attacker.example', 'accept-language': 'en' }
    return (await site.anonymous.post('/api/comments', { ...guest, ...subject, ...fields }, headers)).data
  }
  return { site, author, address: `${author.username}@example.com`, article, comment }
}

describe('an e-mail about a comment links to', () => {
  test('the comment on its article, as HTML and as text', async () => {
    const { article, comment, address } = await siteOf(service)
    const { id } = await comment({ article_id: await article({ alias: '砚台-1' }) })
    const link = `https://blog.example.com/articles/${encodeURIComponent('砚台-1')}#comment-${id}`
    const text = await mail.last(address)
    expect(text).toContain(`Open on the site: ${link}`)
    expect(text).toContain(`<a href="${link}"`)
    expect(text).not.toContain('attacker.example')
  })

  test('the page, at the path of the site and in the language of the reader', async () => {
    const { site, comment } = await siteOf(service, {
      page_path: '/p/{alias}',
      site_url: 'https://own.example/',
    })
    const { data } = await site.admin.post('/api/pages', {
      title: 'About',
      alias: 'about',
      content: 'x',
      allow_comment: 1,
    })
    const email = 'asker@example.com'
    const asked = await site.anonymous.post(
      '/api/comments',
      { page_id: data.id, nickname: 'Asker', email, content: 'A question about it' },
      { 'accept-language': 'zh' },
    )
    const { id } = await comment({ page_id: data.id, parent_id: asked.data.id })
    expect(await mail.last(email)).toContain(`在网站上查看: https://own.example/p/about#comment-${id}`)
  })

  test('the page of the comments that shows it: a reply is on that of its thread', async () => {
    const { article, comment } = await siteOf(service)
    const article_id = await article({ alias: 'busy' })
    const first = await comment({ article_id }, { email: 'first@example.com' })
    for (let index = 0; index < 19; index++) await comment({ article_id })
    const last = await comment({ article_id }, { email: 'last@example.com' })
    const link = 'https://blog.example.com/articles/busy'
    const late = await comment({ article_id, parent_id: last.id })
    expect(await mail.last('last@example.com')).toContain(`${link}?comments=2#comment-${late.id}`)
    const early = await comment({ article_id, parent_id: first.id })
    expect(await mail.last('first@example.com')).toContain(`${link}#comment-${early.id}`)
  })

  test('the article alone while the comment waits for review', async () => {
    const { article, comment, address } = await siteOf(service, { comment_review: 1 })
    const { status } = await comment({ article_id: await article({ alias: 'waits' }) })
    expect(status).toBe(0)
    const text = await mail.last(address)
    expect(text).toContain('Open on the site: https://blog.example.com/articles/waits')
    expect(text).not.toContain('#comment-')
  })

  test('a domain of the site if the service has no address of its own', async () => {
    const { site, article, comment, address } = await siteOf(unnamed)
    const domains = [`links-${site.id}.example`]
    expect((await (await unnamed.newUser('admin')).put(`/api/sites/${site.id}`, { domains })).status).toBe(
      200,
    )
    await comment({ article_id: await article({ alias: 'named' }) })
    expect(await mail.last(address)).toContain(`https://${domains[0]}/articles/named#comment-`)
  })
})

describe('an e-mail about a comment has no link', () => {
  test('if no address is configured: the host of a request is not one', async () => {
    const { article, comment, address } = await siteOf(unnamed)
    await comment({ article_id: await article() })
    const text = await mail.last(address)
    expect(text).toContain('A longer comment')
    expect(text).not.toMatch(/https?:/)
  })

  test('if readers cannot open it', async () => {
    const closed = await siteOf(service, { site_enabled: 0 })
    await closed.comment({ article_id: await closed.article() })
    const text = await mail.last(closed.address)
    expect(text).not.toContain('Open on the site')
    expect(text).toContain('https://blog.example.com/api/unsubscribe')
  })
})
