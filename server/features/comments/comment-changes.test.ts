import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { presentCursor } from '../../test/feed.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService({ TRUST_PROXY: '127.0.0.1' })
let site: TestSite

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', {
    public_read: 1,
    comment_captcha: 0,
    comment_review: 0,
    comment_user_interval: 0,
    comment_ip_interval: 0,
    comment_daily_limit: 0,
  })
})

let number = 0
const guest = { nickname: 'Anna', email: 'anna@guests.example' }

async function publish(): Promise<number> {
  const fields = { title: 'An article', content: 'x', category_id: site.defaultCategoryId, status: 1 }
  return (await site.admin.post('/api/articles', fields)).data.id
}

async function say(subject: object, fields: object = guest, by: Client = site.anonymous): Promise<number> {
  const content = `A comment, the ${++number}th of them.`
  const from = { 'x-forwarded-for': `198.18.${number >> 8}.${number & 255}` }
  return (await by.post('/api/comments', { ...subject, content, ...fields }, from)).data.id
}

/** What happens to comments in the feed, for readers and for those who moderate: `upsert 5`. */
async function followed(work: () => Promise<unknown>): Promise<{ readers: string[]; moderators: string[] }> {
  const next = await presentCursor(site.admin)
  await work()
  const seenBy = async (client: Client) =>
    (await client.get(`/api/changes?after=${next}&types=comment`)).data.list.map(
      ({ change, id }: { change: string; id: number }) => `${change} ${id}`,
    )
  return { readers: await seenBy(site.anonymous), moderators: await seenBy(site.admin) }
}

const decide = (id: number, status: number) => site.admin.post(`/api/comments/${id}/audit`, { status })

describe('the feed of changes', () => {
  test('tells readers nothing about comments on what they cannot see', async () => {
    const article = await publish()
    const page = (await site.admin.post('/api/pages', { title: 'P', content: 'x', allow_comment: 1 })).data
    const top = await say({ article_id: article })
    const [deleted, onPage] = [await say({ article_id: article }), await say({ page_id: page.id })]
    await site.admin.delete(`/api/comments/${deleted}`)
    await site.admin.post(`/api/articles/${article}/unpublish`)
    await site.admin.put(`/api/pages/${page.id}`, { enabled: 0 })
    let reply = 0
    const seen = await followed(async () => {
      reply = (await site.admin.post(`/api/comments/${top}/reply`, { content: 'As the site.' })).data.id
      await decide(top, 3)
      await decide(top, 1)
      await decide(onPage, 2)
      const bin = (await site.admin.get('/api/recycle-bin?type=comment')).data.list
      await site.admin.post(`/api/recycle-bin/comment/${bin[0].id}/restore`)
      await site.admin.delete(`/api/comments/${top}`)
    })
    expect(seen).toEqual({
      readers: [],
      moderators: [
        `upsert ${reply}`,
        `upsert ${top}`,
        `upsert ${top}`,
        `upsert ${onPage}`,
        `upsert ${deleted}`,
        `gone ${top}`,
        `gone ${reply}`,
      ],
    })
  })

  test('says what a comment is on, until it is purged', async () => {
    const article_id = await publish()
    const page = (await site.admin.post('/api/pages', { title: 'On', content: 'x', allow_comment: 1 })).data
    const next = await presentCursor(site.admin)
    const onArticle = await say({ article_id })
    const onPage = await say({ page_id: page.id })
    await site.admin.delete(`/api/comments/${onArticle}`)
    const subjects = async () =>
      (await site.anonymous.get(`/api/changes?after=${next}&types=comment`)).data.list.map(
        ({ id, change, article_id, page_id }: Record<string, unknown>) => [id, change, article_id, page_id],
      )
    expect(await subjects()).toEqual([
      [onArticle, 'upsert', article_id, 0],
      [onPage, 'upsert', 0, page.id],
      [onArticle, 'gone', article_id, 0],
    ])
    await site.admin.delete(`/api/recycle-bin/comment/${onArticle}`)
    expect((await subjects())[0]).toEqual([onArticle, 'upsert', undefined, undefined])
  })

  test('contains the replies that go and come with a comment, and no others', async () => {
    const article_id = await publish()
    const top = await say({ article_id })
    const below = await say({ article_id, parent_id: top })
    const deepest = await say({ article_id, parent_id: below })
    const hidden = await say({ article_id, parent_id: top })
    const beneathHidden = await say({ article_id, parent_id: hidden })
    expect((await followed(() => decide(hidden, 3))).readers).toEqual([
      `gone ${hidden}`,
      `gone ${beneathHidden}`,
    ])
    expect(await followed(() => decide(top, 3))).toEqual({
      readers: [`gone ${top}`, `gone ${below}`, `gone ${deepest}`],
      moderators: [`upsert ${top}`, `upsert ${below}`, `upsert ${deepest}`],
    })
    expect((await followed(() => decide(hidden, 1))).readers).toEqual([])
    expect((await followed(() => decide(top, 1))).readers.sort()).toEqual(
      [top, below, deepest, hidden, beneathHidden].map((id) => `upsert ${id}`).sort(),
    )
    await decide(hidden, 2)
    expect((await followed(() => site.admin.delete(`/api/comments/${top}`))).readers).toEqual([
      `gone ${top}`,
      `gone ${below}`,
      `gone ${deepest}`,
    ])
  })

  test('contains the replies of a comment that is reported until it is hidden', async () => {
    const article_id = await publish()
    const top = await say({ article_id })
    const below = await say({ article_id, parent_id: top })
    const report = (from: number) =>
      site.anonymous.post(
        `/api/comments/${top}/report`,
        { reason: 'spam' },
        { 'x-forwarded-for': `198.19.0.${from}` },
      )
    for (const from of [1, 2, 3, 4]) expect((await followed(() => report(from))).readers).toEqual([])
    expect((await followed(() => report(5))).readers).toEqual([`gone ${top}`, `gone ${below}`])
  })

  test('contains the comments of an erased person, which show another name', async () => {
    const article_id = await publish()
    const member = await site.user('member')
    const [ofGuest, ofOther] = [
      await say({ article_id }),
      await say({ article_id }, { ...guest, email: 'b@b.example' }),
    ]
    const ofMember = await say({ article_id }, {}, member)
    const spam = await say({ article_id }, {}, member)
    await decide(spam, 3)
    const erase = (person: string) => site.admin.post('/api/personal-data/erase', { person })
    expect((await followed(() => erase('nobody@guests.example'))).moderators).toEqual([])
    expect((await followed(() => erase(guest.email))).readers).toContain(`upsert ${ofGuest}`)
    const erased = await followed(() => erase(member.username))
    expect(erased.readers).toEqual([`upsert ${ofMember}`])
    expect(erased.moderators.sort()).toEqual([`upsert ${ofMember}`, `upsert ${spam}`].sort())
    const { list } = (await site.anonymous.get(`/api/articles/${article_id}/comments?order=oldest`)).data
    expect(
      list.map(({ id, user }: { id: number; user: { nickname: string } }) => [id, user.nickname]),
    ).toEqual([
      [ofGuest, 'Guest'],
      [ofOther, 'Anna'],
      [ofMember, `erased-${member.id}`],
    ])
  })
})

describe('webhooks', () => {
  /** The ids of the comments that they are told to be deleted. */
  async function toldDeleted(work: () => Promise<unknown>): Promise<number[]> {
    const events = () =>
      service.engine.db
        .selectFrom('events')
        .select('data')
        .where('site_id', '=', site.id)
        .where('kind', '=', 'comment.deleted')
        .orderBy('id')
        .execute()
    const earlier = (await events()).length
    await work()
    return (await events()).slice(earlier).map(({ data }) => JSON.parse(data).id)
  }

  beforeAll(() =>
    site.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['comment.deleted'] }),
  )

  test('are told about each reply that is deleted with a comment, once', async () => {
    const article_id = await publish()
    const [top, other] = [await say({ article_id }), await say({ article_id })]
    const below = await say({ article_id, parent_id: top })
    const [deepest, earlier] = [
      await say({ article_id, parent_id: below }),
      await say({ article_id, parent_id: below }),
    ]
    await decide(deepest, 2)
    expect(await toldDeleted(() => site.admin.delete(`/api/comments/${earlier}`))).toEqual([earlier])
    const remove = () => site.admin.delete(`/api/comments/${top}`)
    expect(await toldDeleted(remove)).toEqual([top, below, deepest])
    expect(await toldDeleted(remove)).toEqual([])
    const { list } = (await site.anonymous.get(`/api/articles/${article_id}/comments`)).data
    expect(list).toMatchObject([{ id: other, children: [] }])
  })

  test('are told about hundreds of replies', async () => {
    const top = await say({ article_id: await publish() })
    await service.engine.transact(async (tx) => {
      const { id: _, ...row } = await tx
        .selectFrom('comments')
        .selectAll()
        .where('id', '=', top)
        .executeTakeFirstOrThrow()
      const reply = { ...row, parent_id: top, root_id: top, answers_id: top, depth: 2 }
      await tx.insertInto('comments').values(Array(300).fill(reply)).execute()
    })
    const told = await toldDeleted(() => site.admin.delete(`/api/comments/${top}`))
    expect([told.length, told[0]]).toEqual([301, top])
  })
})
