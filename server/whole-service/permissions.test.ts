import type { Access } from '@inkstone/contract/endpoint.ts'
import { allows, type Permission, permissions, roles, type SiteRole } from '@inkstone/contract/permissions.ts'
import { defaultSettings } from '@inkstone/contract/settings.ts'
import { describe, expect, test } from 'vitest'
import type { Client } from '../test/client.ts'
import { startTestService } from '../test/harness.ts'

const service = await startTestService()

interface Door {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: Access
}

/** Every endpoint of the app. */
const doors: Door[] = Object.entries(service.document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase() as Door['method'],
    path,
    access: operation['x-permission'].name as Access,
  })),
)

function mayEnter(caller: SiteRole, { access }: Door, settings: typeof defaultSettings): boolean {
  if (access === 'anyone') return true
  if (access === 'signed-in') return caller.role !== 'anonymous'
  return allows(caller, access, settings)
}

const stranger: SiteRole = { role: 'anonymous', everywhere: false }

/** Sends a request that changes nothing: if access is granted, it fails at an invalid id or a body that is not JSON. */
function knock(client: Client, { method, path }: Door) {
  const url = path.replace(/\{\w+\}/g, '0')
  return method === 'GET' ? client.get(url) : client.send(method, url, '{')
}

/** How access to an endpoint differs from the permission table for a caller; undefined if it does not. */
async function complaint(client: Client, role: SiteRole['role'], door: Door, expected: boolean) {
  const { status, body } = await knock(client, door)
  const refused = role === 'anonymous' ? status === 401 && body.code === 401 : status === 403
  const entered = status < 500 && ![401, 403, 405, 429].includes(status)
  if (expected ? entered : refused) return undefined
  const { method, path, access } = door
  return `${method} ${path} (${access}) is ${status} and should be ${expected ? 'let in' : 'refused'}`
}

/** With more at a time, some would be rejected on a busy machine. */
const AT_ONCE = 16

/** Sends a request to every endpoint as a user who should have the role of `caller` on this site. */
async function complaints(client: Client, caller: SiteRole, settings: typeof defaultSettings) {
  const found: (string | undefined)[] = []
  for (let from = 0; from < doors.length; from += AT_ONCE)
    found.push(
      ...(await Promise.all(
        doors
          .slice(from, from + AT_ONCE)
          .map((door) => complaint(client, caller.role, door, mayEnter(caller, door, settings))),
      )),
    )
  return found.filter((one) => one !== undefined)
}

const sites = [
  ['as it is at first', {}],
  ['open to readers, with review', { public_read: 1, review: 1 }],
] as const
for (const [what, changes] of sites)
  describe(`on a site ${what}`, async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', changes)
    const settings = { ...defaultSettings, ...changes }

    test('anonymous may enter where the table says so, and nowhere else', async () => {
      expect(await complaints(site.anonymous, stranger, settings)).toEqual([])
    })

    for (const role of roles) {
      test(`${role} may enter where the table says so, and nowhere else`, async () => {
        const client = await site.user(role)
        expect(await complaints(client, { role, everywhere: true }, settings)).toEqual([])
      })

      test(`${role} by a row of this site may do the same, but nothing that concerns other sites`, async () => {
        const client = await site.user(role === 'member' ? 'admin' : 'member')
        await site.admin.put(`/api/users/${client.id}/sites`, [{ site_id: site.id, role }])
        expect(await complaints(client, { role, everywhere: false }, settings)).toEqual([])
      })

      test(`${role} by a row of another site is a member here, whatever their own role`, async () => {
        const other = await service.newSite()
        const client = await site.user(role)
        await site.admin.put(`/api/users/${client.id}/sites`, [{ site_id: other.id, role: 'admin' }])
        expect(await complaints(client, { role: 'member', everywhere: false }, settings)).toEqual([])
      })
    }
  })

test('every endpoint names who may call it', () => {
  expect(doors.length).toBeGreaterThan(20)
  const named = new Set<string>(['anyone', 'signed-in', ...(Object.keys(permissions) as Permission[])])
  expect(doors.filter(({ access }) => !named.has(access))).toEqual([])
})
