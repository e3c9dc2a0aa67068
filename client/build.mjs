// Builds dist/index.js and dist/index.d.ts: the table of operations and their types are taken from the contract.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createTypes } from './types.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')

/** @param {string} entry */
async function bundled(entry, options = {}) {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: here, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    ...options,
  })
  return outputFiles[0].text
}

async function readContract() {
  const code = await bundled(
    `export { operationNames } from '../contract/operations.ts'
     export { allProblems, issues } from '../contract/problems.ts'`,
  )
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
}

/** If a change can rename something, its present name is the parameter `current_…`. */
function apart(endpoint) {
  const { path, params, body } = endpoint
  const both = Object.keys(params?.properties ?? {}).filter((name) => body?.properties?.[name])
  const renamed = (name) => (both.includes(name) ? `current_${name}` : name)
  if (both.length === 0) return endpoint
  return {
    ...endpoint,
    path: path.replace(/\{(\w+)\}/g, (_, name) => `{${renamed(name)}}`),
    params: {
      properties: Object.fromEntries(
        Object.entries(params.properties).map(([name, of]) => [renamed(name), of]),
      ),
      required: params.required?.map(renamed),
    },
  }
}

function entryOf({ method, path, creates, file, bodyType, ignoresToken, countsToken, query }) {
  const marks = [
    creates && 'c',
    file && 'f',
    bodyType === 'multipart/form-data' && 'm',
    ignoresToken && !countsToken && 't',
  ]
  const names = method === 'GET' ? [] : Object.keys(query?.properties ?? {})
  return [method, path, marks.filter(Boolean).join(''), ...(names.length > 0 ? [names] : [])]
}

function signatureOf(name, { summary, params, query, body, answer, file, deprecated }, types) {
  const parts = [params, query, body].filter(Boolean)
  const fields = parts.flatMap((part) => types.fieldsOf(part, true))
  const names = fields.map((field) => field.split(/\??:/, 1)[0])
  if (new Set(names).size < names.length) throw new Error(`${name} has two arguments of one name`)
  const needed = fields.some((field) => !/^("[^"]*"|\w+)\?:/.test(field))
  const input = fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Record<string, never>'
  const result = file ? 'Blob' : types.typeOf(answer, false)
  const notice = deprecated ? ` @deprecated ${deprecated.instead}` : ''
  return `  /** ${summary}${notice} */\n  ${name}(input${needed ? '' : '?'}: ${input}, options?: CallOptions): Promise<${result}>`
}

const HANDWRITTEN = `
export interface ClientOptions {
  url: string
  /** An API token, or the token of a session. */
  token?: string
  siteId?: number
  /** The language of messages: en or zh. */
  language?: string
  /** Called with each new token: after a login or a refresh, and with undefined after a logout. */
  onToken?: (token: string | undefined) => void
  fetch?: typeof fetch
  /** How often a request is retried after 429, 503 or no response; default 3. */
  retries?: number
  /** The maximum wait before a retry; default one minute. */
  longestWaitMs?: number
}
export interface CallOptions {
  ifMatch?: string
  idempotencyKey?: string
  signal?: AbortSignal
  /** For reads: the cursor of the changes that it must include. It becomes part of the URL, so that no shared cache returns an older response. */
  cursor?: string
  onProgress?: (sentBytes: number, totalBytes: number) => void
}
type Listing = { [Name in keyof Operations]: Operations[Name] extends (...given: never[]) => Promise<{ list: unknown[]; total: number; page_size: number }> ? Name : never }[keyof Operations]
type InputOf<Name extends keyof Operations> = Parameters<Operations[Name]>[0]
type ItemOf<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]>> extends { list: Array<infer Item> } ? Item : never
export interface InkstoneClient extends Operations {
  /** Every item of a list, page by page. */
  each<Name extends Listing>(name: Name, input?: InputOf<Name>, options?: CallOptions): AsyncGenerator<ItemOf<Name>>
  /** All changes from now on, or after a cursor; waits for new ones. */
  changes(input?: InputOf<'listChanges'>, options?: CallOptions): AsyncGenerator<ItemOf<'listChanges'>>
  /** The current token. */
  token(): string | undefined
}
export declare function createClient(options: ClientOptions): InkstoneClient
/** The ETag of a response, to be sent as ifMatch. */
export declare function etagOf(answer: object): string | undefined
export declare class InkstoneError extends Error {
  readonly name: ProblemName | 'unreachable' | 'unknown'
  readonly status: number
  readonly code: number
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly retryAfterMs: number | undefined
}
/** Whether a request was signed with the secret of the webhook. */
export declare function verifyWebhook(request: {
  secret: string
  body: string | Uint8Array
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  toleranceSeconds?: number
}): Promise<boolean>
`

/** Several processes may build at once while others read, so each file is replaced atomically. */
function putWhole(path, text) {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

export async function buildClient() {
  const { operationNames, allProblems } = await readContract()
  const types = createTypes()
  const operations = [...operationNames].map(([endpoint, name]) => ({ endpoint: apart(endpoint), name }))
  const table = Object.fromEntries(operations.map(({ endpoint, name }) => [name, entryOf(endpoint)]))
  const signatures = operations.map(({ endpoint, name }) => signatureOf(name, endpoint, types))
  const problems = [...allProblems.keys()].map((name) => `'${name}'`).join(' | ')
  const code = await bundled(
    `import { connect } from './src/client.ts'
     export { etagOf, InkstoneError, verifyWebhook } from './src/client.ts'
     const operations = ${JSON.stringify(table)}
     export const createClient = (options) => connect(operations, options)`,
  )
  mkdirSync(dist, { recursive: true })
  putWhole(join(dist, 'index.js'), code)
  putWhole(
    join(dist, 'index.d.ts'),
    `export type ProblemName = ${problems}\n${types.declarations()}\nexport interface Operations {\n${signatures.join('\n')}\n}\n${HANDWRITTEN}`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient()
