import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()
const hanging: ServerResponse[] = []
let healthyAt: number | undefined

const receiver = createServer((request, response) => {
  request.resume()
  if (request.url?.startsWith('/hang')) return void hanging.push(response)
  healthyAt ??= performance.now()
  response.writeHead(204).end()
})
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  for (const response of hanging) response.destroy()
  receiver.close()
})

test('twenty receivers that hang do not delay a healthy one', async () => {
  const site = await service.newSite()
  const { port } = receiver.address() as AddressInfo
  const subscribe = (path: string) =>
    site.admin.post('/api/webhooks', { url: `http://127.0.0.1:${port}${path}`, events: ['tag.*'] })
  for (let index = 0; index < 20; index++) await subscribe(`/hang-${index}`)
  await subscribe('/healthy')
  await site.admin.post('/api/tags', { name: 'First' })
  while (new Set(hanging).size < 20) await pause(25)
  while (healthyAt === undefined) await pause(25)
  // Again while all of them hang: the healthy one gets the event, and the others still wait.
  healthyAt = undefined
  const sentAt = performance.now()
  await site.admin.post('/api/tags', { name: 'Second' })
  while (healthyAt === undefined) await pause(25)
  const waited = Math.round(healthyAt - sentAt)
  process.stdout.write(`beside twenty receivers that hang, a healthy one waited ${waited} ms\n`)
  expect(hanging.filter((response) => !response.destroyed).length).toBeGreaterThanOrEqual(20)
})
