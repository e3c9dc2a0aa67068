import { expect, test } from 'vitest'
import { acceptsScope, type Endpoint } from './endpoint.ts'
import { operationNames } from './operations.ts'
import { tokenScopes } from './permissions.ts'

/** Which API tokens may call it, if their user may. */
function tokensOf(endpoint: Endpoint): string {
  const accepted = tokenScopes.filter((scope) => acceptsScope(endpoint, scope))
  return accepted.sort().join(', ') || 'none'
}

function marksOf({ guarded, tagged, creates, sensitive }: Endpoint): string {
  const marks = [
    guarded && '`If-Match`',
    tagged && '`ETag`',
    creates && '`Idempotency-Key`',
    sensitive && 'confirm second factor',
  ]
  return marks.filter(Boolean).join(', ')
}

function pageOf(endpoints: ReadonlyMap<Endpoint, string>): string {
  const tags = [...new Set([...endpoints.keys()].map(({ tag }) => tag))].sort()
  const parts = tags.map((tag) => {
    const rows = [...endpoints]
      .filter(([endpoint]) => endpoint.tag === tag)
      .sort(([one], [other]) => (`${one.path} ${one.method}` < `${other.path} ${other.method}` ? -1 : 1))
      .map(
        ([endpoint, name]) =>
          `| \`${endpoint.method} ${endpoint.path}\` | ${name} | ${endpoint.summary} | ${endpoint.access} | ${tokensOf(endpoint)} | ${marksOf(endpoint)} |`,
      )
    return `## ${tag}\n\n| request | name | summary | access | API tokens | notes |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Endpoints

Every endpoint of the API on one page. It is generated from the contract by \`contract/endpoints.test.ts\`: after a change, run that test with \`--update\`.
"Access" is \`anyone\`, \`signed-in\` or the required permission. \`contract/permissions.ts\` lists the permissions of each role. Parameters and
responses are described in the API reference at \`/docs\`.

${parts.join('\n')}`
}

test('docs/endpoints.md lists every endpoint', async () => {
  await expect(pageOf(operationNames)).toMatchFileSnapshot('../docs/endpoints.md')
})

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly maximum?: number
  readonly atMost?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** The numbers in a schema that may be larger than a database can store. */
function boundless(schema: Schema | undefined, name: string): string[] {
  if (!schema) return []
  const { type = [], enum: values, maximum, atMost, properties = {}, items, anyOf = [] } = schema
  const isNumber = [type].flat().some((each) => each === 'integer' || each === 'number')
  return [
    ...(isNumber && (values ?? maximum ?? atMost) === undefined ? [name] : []),
    ...Object.entries(properties).flatMap(([key, each]) => boundless(each, `${name}.${key}`)),
    ...boundless(items, `${name}[]`),
    ...anyOf.flatMap((each) => boundless(each, name)),
  ]
}

test('every number in a request has a maximum', () => {
  const found = [...operationNames].flatMap(([{ params, query, body }, name]) =>
    [params, query, body].flatMap((schema) => boundless(schema as Schema | undefined, name)),
  )
  expect(found).toEqual([])
})
