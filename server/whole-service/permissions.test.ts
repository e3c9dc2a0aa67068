import { roles } from '@inkstone/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import type { Client } from '../test/client.ts'
import { startTestService } from '../test/harness.ts'
import { deviations, type Send } from './permission-check.ts'
import { columnOf, operations } from './permission-table.ts'

const service = await startTestService()

/** Every operation that the app serves. */
const served = Object.entries(service.document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
)

test('every operation has a row in the table, and every row is an operation', () => {
  expect([...operations].sort()).toEqual([...served].sort())
  expect(new Set(operations).size).toBe(operations.length)
})

const sendsOf =
  (client: Client): Send =>
  async (method, url, body) => {
    const answer = await (body === undefined ? client.get(url) : client.send(method as 'POST', url, body))
    return { status: answer.status, code: answer.body.code }
  }

const sites = [
  ['as it is at first', { public_read: 0 }],
  ['open to readers, with review', { public_read: 1, review: 1 }],
] as const
for (const [what, settings] of sites)
  describe(`on a site ${what}`, async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', settings)

    test('anonymous callers may do what the table says, and nothing else', async () => {
      expect(await deviations(sendsOf(site.anonymous), 'anonymous', settings)).toEqual([])
    })

    for (const role of roles) {
      test(`${role}: may do what the table says, and nothing else`, async () => {
        expect(await deviations(sendsOf(await site.user(role)), columnOf(role, true), settings)).toEqual([])
      })

      test(`${role} on this site only: the same, but nothing that concerns other sites`, async () => {
        const client = await site.user(role === 'member' ? 'admin' : 'member')
        await site.admin.put(`/api/users/${client.id}/sites`, [{ site_id: site.id, role }])
        expect(await deviations(sendsOf(client), columnOf(role, false), settings)).toEqual([])
      })

      test(`${role} with a row of another site only: a member here`, async () => {
        const other = await service.newSite()
        const client = await site.user(role)
        await site.admin.put(`/api/users/${client.id}/sites`, [{ site_id: other.id, role: 'admin' }])
        expect(await deviations(sendsOf(client), 'member', settings)).toEqual([])
      })
    }
  })
