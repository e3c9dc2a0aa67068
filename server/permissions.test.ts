import type { Access } from '@inkstone/contract/endpoint.ts'
import { allows, roles, type Standing } from '@inkstone/contract/permissions.ts'
import { defaultSettings } from '@inkstone/contract/settings.ts'
import { describe, expect, test } from 'vitest'
import type { Client } from './test/client.ts'
import { startTestService } from './test/harness.ts'

const service = await startTestService()
const standings: readonly Standing[] = ['anonymous', ...roles]

interface Door {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: Access
}

/** Every endpoint that the app serves. */
const doors: Door[] = Object.entries(service.document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase() as Door['method'],
    path,
    access: operation['x-permission'].name as Access,
  })),
)

function mayEnter(standing: Standing, { access }: Door, settings: typeof defaultSettings): boolean {
  if (access === 'anyone') return true
  if (access === 'signed-in') return standing !== 'anonymous'
  return allows(standing, access, settings)
}

/**
 * Knocks without going in: who is let through fails right behind the door, at an id that is none or a body that is no
 * JSON, so that nothing is changed.
 */
function knock(client: Client, { method, path }: Door) {
  const url = path.replace(/\{\w+\}/g, '0')
  return method === 'GET' ? client.get(url) : client.send(method, url, '{')
}

async function clientOf(standing: Standing, siteId: number): Promise<Client> {
  return standing === 'anonymous' ? service.client({ siteId }) : service.newUser(standing, siteId)
}

/** What is wrong with how the door treats somebody at an endpoint; undefined when nothing is. */
async function complaint(client: Client, standing: Standing, door: Door, expected: boolean) {
  const { status, body } = await knock(client, door)
  const refused = standing === 'anonymous' ? status === 401 && body.code === 401 : status === 403
  const entered = status < 500 && ![401, 403, 405, 429].includes(status)
  if (expected ? entered : refused) return undefined
  const { method, path, access } = door
  return `${method} ${path} (${access}) is ${status} and should be ${expected ? 'let in' : 'refused'}`
}

/** More would wait for each other so long, on a busy machine, that some are told to come again. */
const AT_ONCE = 16

const sites = [
  ['as it is at first', {}],
  ['open to readers, with review', { public_read: 1, review: 1 }],
] as const
for (const [what, changes] of sites)
  describe(`on a site ${what}`, async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', changes)
    const settings = { ...defaultSettings, ...changes }
    for (const standing of standings)
      test(`${standing} may enter where the table says so, and nowhere else`, async () => {
        const client = await clientOf(standing, site.id)
        const complaints: (string | undefined)[] = []
        for (let from = 0; from < doors.length; from += AT_ONCE)
          complaints.push(
            ...(await Promise.all(
              doors
                .slice(from, from + AT_ONCE)
                .map((door) => complaint(client, standing, door, mayEnter(standing, door, settings))),
            )),
          )
        expect(complaints.filter((one) => one !== undefined)).toEqual([])
      })
  })

test('there are doors to knock at', () => {
  expect(doors.length).toBeGreaterThan(20)
})
