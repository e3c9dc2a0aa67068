import { roles } from '@inkstone/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import type { Client } from '../test/client.ts'
import { startTestService } from '../test/harness.ts'
import { type Column, columnOf, mayCall, operations } from './permission-table.ts'

const service = await startTestService()

/** Every operation that the app serves. */
const served = Object.entries(service.document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
)

test('every operation has a row in the table, and every row is an operation', () => {
  expect([...operations].sort()).toEqual([...served].sort())
  expect(new Set(operations).size).toBe(operations.length)
})

/** Nothing is changed: a caller who is let in fails next, at an id of 0 or at a body that is not JSON. */
function attempt(client: Client, operation: string) {
  const [method = '', path = ''] = operation.split(' ')
  const url = path.replace(/\{\w+\}/g, '0')
  return method === 'GET' ? client.get(url) : client.send(method as 'POST', url, '{')
}

/** What the service does otherwise than the table says; undefined if nothing. */
async function deviation(client: Client, column: Column, operation: string, expected: boolean) {
  const { status, body } = await attempt(client, operation)
  const refused = column === 'anonymous' ? status === 401 && body.code === 401 : status === 403
  const entered = status < 500 && ![401, 403, 405, 429].includes(status)
  if (expected ? entered : refused) return undefined
  return `${operation} is ${status} for ${column} and should be ${expected ? 'let in' : 'refused'}`
}

/** With more at a time, some would be rejected on a busy machine. */
const CONCURRENCY = 16

async function deviations(client: Client, column: Column, settings: { public_read: 0 | 1 }) {
  const found: (string | undefined)[] = []
  for (let from = 0; from < operations.length; from += CONCURRENCY)
    found.push(
      ...(await Promise.all(
        operations
          .slice(from, from + CONCURRENCY)
          .map((operation) => deviation(client, column, operation, mayCall(operation, column, settings))),
      )),
    )
  return found.filter((one) => one !== undefined)
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
      expect(await deviations(site.anonymous, 'anonymous', settings)).toEqual([])
    })

    for (const role of roles) {
      test(`${role}: may do what the table says, and nothing else`, async () => {
        expect(await deviations(await site.user(role), columnOf(role, true), settings)).toEqual([])
      })

      test(`${role} on this site only: the same, but nothing that concerns other sites`, async () => {
        const client = await site.user(role === 'member' ? 'admin' : 'member')
        await site.admin.put(`/api/users/${client.id}/sites`, [{ site_id: site.id, role }])
        expect(await deviations(client, columnOf(role, false), settings)).toEqual([])
      })

      test(`${role} with a row of another site only: a member here`, async () => {
        const other = await service.newSite()
        const client = await site.user(role)
        await site.admin.put(`/api/users/${client.id}/sites`, [{ site_id: other.id, role: 'admin' }])
        expect(await deviations(client, 'member', settings)).toEqual([])
      })
    }
  })
