import { expect, test } from 'vitest'
import type { OperationObject, ParameterObject } from '../platform/openapi/shape.ts'
import { startTestService } from '../test/harness.ts'

const service = await startTestService({ PUBLIC_URL: 'https://cms.example.com' })
const { document } = service

/** The examples of an operation's path and query in the reference. */
function addressOf(path: string, { parameters }: OperationObject): string {
  const named = parameters.flatMap((part): ParameterObject[] => ('name' in part ? [part] : []))
  const filled = named
    .filter((part) => part.in === 'path')
    .reduce(
      (address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    )
  const query = named.filter((part) => part.in === 'query' && part.example !== undefined)
  const search = new URLSearchParams(
    query.map(({ name, example }): [string, string] => [name, String(example)]),
  )
  return search.size > 0 ? `${filled}?${search}` : filled
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** They need signed or single-use values, so no example works on every service. */
const IN_MAILS = new Set(['/api/auth/password/reset', '/api/auth/email/confirm', '/api/unsubscribe'])

test('the service accepts every example request of the reference', async () => {
  const admin = await service.newUser('admin')
  const refused: string[] = []
  for (const { path, method, operation } of operations) {
    const content = operation.requestBody?.content['application/json']
    const { status, body } = await admin.send(method as 'GET', addressOf(path, operation), content?.example)
    if (IN_MAILS.has(path)) continue
    const { failed_count = 0 } = (body.data ?? {}) as { failed_count?: number }
    if (failed_count > 0 && method === 'POST') refused.push(`${method} ${path} ${JSON.stringify(body.data)}`)
    // An example may fail because something is missing or already done, but not because it is malformed.
    if (body.error === 'invalid' || body.error === 'bad-request')
      refused.push(
        `${method} ${path} ${status} ${JSON.stringify(body.errors)} ${JSON.stringify(content?.example)}`,
      )
  }
  expect(refused).toEqual([])
})
