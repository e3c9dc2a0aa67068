import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()
const admin = await service.newUser('admin')

/** Exactly the table of the contract. */
const defaults = {
  public_read: 0,
  public_max_age: 60,
  show_usernames: 1,
  registration: 1,
  registration_captcha: 0,
  registration_confirm: 0,
  second_factor: 'optional',
  review: 0,
  hide_unknown_users: 0,
  comment_enabled: 1,
  comment_review: 1,
  comment_guests: 1,
  comment_captcha: 1,
  comment_captcha_type: 'image',
  comment_min_length: 10,
  comment_max_length: 500,
  comment_max_depth: 5,
  comment_user_interval: 60,
  comment_ip_interval: 30,
  comment_daily_limit: 50,
  comment_max_links: 2,
  comment_auto_registered: 0,
  comment_auto_trusted: 1,
  comment_auto_clean: 0,
  comment_auto_after: 0,
  comment_trusted_roles: ['editor', 'auditor', 'admin'],
  comment_trusted_users: [],
  word_filter_mode: 'replace',
  recycle_days: 30,
  site_enabled: 1,
  site_name: '',
  site_description: '',
  site_keywords: '',
  site_logo: '',
  site_icon: '',
  site_language: 'zh-CN',
  site_url: '',
  article_path: '/articles/{alias}',
  page_path: '/{alias}',
  category_path: '/categories/{alias}',
  tag_path: '/tags/{alias}',
  site_look: 'journal',
  site_font: 'serif',
  site_accent: '',
  preview_url: '',
  backup_time: '02:00',
  backup_keep_days: 7,
  backup_upload_weeks: 4,
}

describe('the settings of a site', () => {
  test('are the defaults until they are changed', async () => {
    const site = await service.newSite()
    expect((await site.admin.get('/api/settings')).data).toEqual(defaults)
    expect((await admin.get('/api/settings')).data).toEqual(defaults)
  })

  test('can be changed individually', async () => {
    const site = await service.newSite()
    const changes = {
      public_read: true,
      comment_captcha: false,
      comment_captcha_type: 'slider',
      comment_max_length: 9,
      comment_min_length: 9,
      comment_trusted_roles: [],
      comment_trusted_users: [1, 2],
      word_filter_mode: 'reject',
      recycle_days: 1,
    }
    const { status, data } = await site.admin.put('/api/settings', changes)
    expect(status).toBe(200)
    const expected = { ...defaults, ...changes, public_read: 1, comment_captcha: 0 }
    expect(data).toEqual(expected)
    expect((await site.admin.get('/api/settings')).data).toEqual(expected)
    expect((await site.admin.put('/api/settings', {})).data).toEqual(expected)
    expect((await site.admin.put('/api/settings', { recycle_days: 30 })).data).toEqual({
      ...expected,
      recycle_days: 30,
    })
  })

  test('apply only to this site', async () => {
    const [one, two] = [await service.newSite(), await service.newSite()]
    await one.admin.put('/api/settings', { review: 1 })
    expect((await two.admin.get('/api/settings')).data.review).toBe(0)
  })

  const refusals = [
    ['the key is unknown', { nonsense: 1 }, ['nonsense']],
    ['the key is of every object', { toString: 1, constructor: 1 }, ['constructor', 'toString']],
    ['a flag is a word', { public_read: 'yes' }, ['public_read']],
    ['a flag is a text', { public_read: '1' }, ['public_read']],
    ['a flag is 2', { review: 2 }, ['review']],
    ['a value is null', { registration: null }, ['registration']],
    ['a number is a text', { comment_max_length: '500' }, ['comment_max_length']],
    ['a number is none', { comment_user_interval: 1.5 }, ['comment_user_interval']],
    ['a number is negative', { comment_daily_limit: -1 }, ['comment_daily_limit']],
    ['a number is beyond all use', { recycle_days: 1e12 }, ['recycle_days']],
    ['the shortest is longer than the longest', { comment_min_length: 501 }, ['comment_min_length']],
    ['a role is none', { comment_trusted_roles: ['king'] }, ['comment_trusted_roles']],
    ['a user is none', { comment_trusted_users: [0] }, ['comment_trusted_users']],
    ['a list is a text', { comment_trusted_roles: 'admin' }, ['comment_trusted_roles']],
    ['a path has no {alias}', { article_path: '/articles' }, ['article_path']],
    ['a path does not begin with /', { tag_path: 'tags/{alias}' }, ['tag_path']],
    ['the longest is shorter than the shortest', { comment_max_length: 9 }, ['comment_max_length']],
    ['a path has a segment ..', { article_path: '/a/../{alias}' }, ['article_path']],
    ['a path begins with ..', { page_path: '/../{alias}' }, ['page_path']],
    [
      'a path has a segment .',
      { tag_path: '/./{alias}/', category_path: '/c/./{alias}' },
      ['category_path', 'tag_path'],
    ],
    ['a path is reserved', { page_path: '/admin/{alias}' }, ['page_path']],
    ['two kinds share a path', { article_path: '/{alias}' }, ['article_path']],
    [
      'two kinds share a path but for its end',
      { page_path: '/{alias}/', article_path: '/{alias}' },
      ['page_path'],
    ],
    ['a path leads elsewhere', { article_path: '//evil.example/{alias}' }, ['article_path']],
    ['an address runs a script', { site_url: 'javascript:alert(1)' }, ['site_url']],
    ['a logo runs a script', { site_logo: 'javascript:alert(1)' }, ['site_logo']],
    ['a language is none', { site_language: 'Chinese, please' }, ['site_language']],
    ['the preview address has no {token}', { preview_url: 'https://example.com/' }, ['preview_url']],
    ['there is no gateway for text messages', { comment_captcha_type: 'sms' }, ['comment_captcha_type']],
    [
      'the service’s own are set on another site',
      { backup_time: '03:00', backup_keep_days: 1 },
      ['backup_keep_days', 'backup_time'],
    ],
    [
      'several are wrong',
      { nonsense: 1, review: 9, recycle_days: 0 },
      ['nonsense', 'recycle_days', 'review'],
    ],
  ] as const
  for (const [when, wrong, fields] of refusals)
    test(`are rejected with 422 when ${when}, and nothing changes`, async () => {
      const site = await service.newSite()
      const { status, errors } = await site.admin.put('/api/settings', {
        word_filter_mode: 'reject',
        ...wrong,
      })
      expect([status, Object.keys(errors).sort()]).toEqual([422, fields])
      expect((await site.admin.get('/api/settings')).data).toEqual(defaults)
    })

  test('do not ask for a path where only a URL will do', async () => {
    const site = await service.newSite()
    const { errors } = await site.admin.put('/api/settings', { site_url: '/blog' })
    expect(errors.site_url).toEqual(['This must be an http or https URL without credentials.'])
  })

  test('say which segment of a path is not possible, but allow dots in names', async () => {
    const site = await service.newSite()
    const { errors } = await site.admin.put('/api/settings', { article_path: '/a/../{alias}' })
    expect(errors.article_path).toEqual([
      'A path cannot contain the segments . and .. because browsers remove them.',
    ])
    const paths = { article_path: '/a..b/.c/..{alias}', page_path: '/...{alias}/' }
    expect((await site.admin.put('/api/settings', paths)).data).toMatchObject(paths)
  })

  for (const body of [[], 'text', 5, null])
    test(`cannot be ${JSON.stringify(body)}`, async () => {
      expect((await admin.put('/api/settings', JSON.stringify(body))).errors).toHaveProperty('body')
    })

  test('of the whole service are set on site 1', async () => {
    const { status, data } = await admin.put('/api/settings', {
      backup_time: '23:59',
      backup_upload_weeks: 2,
    })
    expect([status, data.backup_time, data.backup_upload_weeks]).toEqual([200, '23:59', 2])
    for (const backup_time of ['24:00', '2:00', '02:60', '02:00:00', '', 'x'])
      expect((await admin.put('/api/settings', { backup_time })).errors).toHaveProperty('backup_time')
    await admin.put('/api/settings', { backup_time: '02:00', backup_upload_weeks: 4 })
  })

  test('of the whole service are shown on every site as they are, and only site 1 sets them', async () => {
    const site = await service.newSite()
    await admin.put('/api/settings', { backup_time: '03:30', backup_keep_days: 9 })
    const shown = { backup_time: '03:30', backup_keep_days: 9, backup_upload_weeks: 4 }
    const before = (await site.admin.get('/api/settings')).data
    expect(before).toMatchObject(shown)
    const refused = await site.admin.put('/api/settings', { review: 1, backup_time: '02:00' })
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['backup_time']])
    expect((await site.admin.get('/api/settings')).data).toEqual(before)
    const { status, data } = await site.admin.put('/api/settings', { ...before, review: 1 })
    expect([status, data]).toEqual([200, { ...before, review: 1 }])
    // Nothing of it is kept on the other site.
    await admin.put('/api/settings', { backup_time: '02:00', backup_keep_days: 7 })
    expect((await site.admin.get('/api/settings')).data).toEqual({ ...defaults, review: 1 })
  })

  test('of the whole service can be sent back unchanged with the others', async () => {
    const site = await service.newSite()
    const all = (await site.admin.get('/api/settings')).data
    const { status, data } = await site.admin.put('/api/settings', { ...all, review: 1 })
    expect([status, data]).toEqual([200, { ...defaults, review: 1 }])
  })

  test('changed by two simultaneous requests lose neither change', async () => {
    const site = await service.newSite()
    await Promise.all([
      site.admin.put('/api/settings', { review: 1 }),
      site.admin.put('/api/settings', { public_read: 1 }),
      site.admin.put('/api/settings', { recycle_days: 5 }),
    ])
    expect((await site.admin.get('/api/settings')).data).toEqual({
      ...defaults,
      review: 1,
      public_read: 1,
      recycle_days: 5,
    })
  })

  test('text messages can be chosen if there is a gateway', async () => {
    const other = await startTestService({ SMS_GATEWAY_URL: 'https://gateway.example.com/send' })
    const { status } = await (await other.newUser('admin')).put('/api/settings', {
      comment_captcha_type: 'sms',
    })
    expect(status).toBe(200)
  })
})
