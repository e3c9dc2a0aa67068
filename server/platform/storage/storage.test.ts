import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderStorage, removeAbandonedWrites } from './folder-storage.ts'
import type { S3Settings } from './s3-connection.ts'
import { createS3Storage } from './s3-storage.ts'
import { type Storage, StorageUnavailable } from './storage.ts'

const PART_BYTES = 5 * 1024 * 1024

let scratch: string
let s3Settings: S3Settings
let strictS3Settings: S3Settings
const closing: (() => unknown)[] = []

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'storage-test-'))
  // For the bucket's own URL the server signs without the trailing slash that the SDK adds, so listing needs the
  // lenient mode.
  s3Settings = await startS3({ allowMismatchedSignatures: true })
  strictS3Settings = await startS3({ allowMismatchedSignatures: false })
})

afterAll(async () => {
  for (const close of closing) await close()
  await rm(scratch, { recursive: true, force: true })
})

async function startS3(options: { allowMismatchedSignatures: boolean }): Promise<S3Settings> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(scratch, `s3-${closing.length}`),
    configureBuckets: [{ name: 'kept' }],
    ...options,
  })
  const { port } = await server.run()
  closing.push(() => server.close())
  return {
    bucket: 'kept',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    endpoint: `http://127.0.0.1:${port}`,
    partBytes: PART_BYTES,
  }
}

async function sourceFile(bytes: Buffer | string): Promise<string> {
  const file = path.join(scratch, `source-${randomBytes(6).toString('hex')}`)
  await writeFile(file, bytes)
  return file
}

async function read(storage: Storage, key: string, range?: { start: number; end: number }) {
  const opened = await storage.open(key, range)
  return opened && { bytes: await buffer(opened.stream), size: opened.size }
}

async function keysUnder(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys.sort()
}

const binary = { contentType: 'application/octet-stream' }

const kinds: [string, () => Storage][] = [
  ['a folder', () => createFolderStorage(path.join(scratch, 'folder'))],
  ['S3', () => createS3Storage(s3Settings)],
]

describe.each(kinds)('in %s', (_, create) => {
  test('returns the stored bytes, their size, and any range', async () => {
    const storage = create()
    const bytes = randomBytes(10_000)
    await storage.put('ab/cd.bin', await sourceFile(bytes), binary)
    expect(await storage.size('ab/cd.bin')).toBe(10_000)
    expect(await read(storage, 'ab/cd.bin')).toEqual({ bytes, size: 10_000 })
    const ranges = [
      [0, 1],
      [10, 19],
      [9_999, 9_999],
      [9_990, 20_000],
    ] as const
    for (const [start, end] of ranges)
      expect(await read(storage, 'ab/cd.bin', { start, end })).toEqual({
        bytes: bytes.subarray(start, end + 1),
        size: 10_000,
      })
  })

  test('stores an empty file', async () => {
    const storage = create()
    await storage.put('empty.txt', await sourceFile(''), { contentType: 'text/plain' })
    expect(await storage.size('empty.txt')).toBe(0)
    expect(await read(storage, 'empty.txt')).toEqual({ bytes: Buffer.alloc(0), size: 0 })
  })

  test('stores a file of several parts completely', async () => {
    const storage = create()
    const bytes = randomBytes(PART_BYTES * 2 + 12_345)
    await storage.put('large.bin', await sourceFile(bytes), binary)
    const got = await read(storage, 'large.bin')
    expect(got?.size).toBe(bytes.length)
    const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex')
    expect(digest(got?.bytes ?? Buffer.alloc(0))).toBe(digest(bytes))
  })

  test('copies an object to a new file, and nothing for a missing key', async () => {
    const storage = create()
    const bytes = randomBytes(PART_BYTES + 1)
    await storage.put('copied.bin', await sourceFile(bytes), binary)
    const target = path.join(scratch, randomBytes(6).toString('hex'))
    expect(await storage.copyOut('copied.bin', target)).toBe(true)
    expect((await readFile(target)).equals(bytes)).toBe(true)
    expect(await storage.copyOut('no/such.bin', `${target}-absent`)).toBe(false)
    expect(existsSync(`${target}-absent`)).toBe(false)
  })

  test('replaces the object of a key', async () => {
    const storage = create()
    await storage.put('again.txt', await sourceFile('first, and longer'), binary)
    await storage.put('again.txt', await sourceFile('second'), binary)
    expect(await read(storage, 'again.txt')).toEqual({ bytes: Buffer.from('second'), size: 6 })
  })

  test('reports a missing key, and deletes it without an error', async () => {
    const storage = create()
    expect(await storage.open('no/such.bin')).toBeUndefined()
    expect(await storage.size('no/such.bin')).toBeUndefined()
    await storage.remove('no/such.bin')
  })

  test('deletes', async () => {
    const storage = create()
    await storage.put('gone/soon.txt', await sourceFile('x'), binary)
    await storage.remove('gone/soon.txt')
    expect(await storage.size('gone/soon.txt')).toBeUndefined()
  })

  test('lists objects by prefix, with size and time', async () => {
    const storage = create()
    const source = await sourceFile('four')
    for (const key of ['list/a/1.txt', 'list/a/2.txt', 'list/ab.txt', 'list/b/1.txt'])
      await storage.put(key, source, binary)
    expect(await keysUnder(storage, 'list/a')).toEqual(['list/a/1.txt', 'list/a/2.txt', 'list/ab.txt'])
    expect(await keysUnder(storage, 'list/a/')).toEqual(['list/a/1.txt', 'list/a/2.txt'])
    expect(await keysUnder(storage, 'list/nothing')).toEqual([])
    expect(await keysUnder(storage, 'nowhere/at/all')).toEqual([])
    for await (const object of storage.list('list/b')) {
      expect(object.size).toBe(4)
      expect(Math.abs(Date.now() - object.modifiedAt.getTime())).toBeLessThan(3_600_000)
    }
  })

  test('stores one complete object when many put the same key at once', async () => {
    const storage = create()
    const contents = Array.from({ length: 6 }, (_, n) => Buffer.alloc(50_000, n))
    await Promise.all(
      contents.map(async (bytes) => storage.put('raced.bin', await sourceFile(bytes), binary)),
    )
    const got = await read(storage, 'raced.bin')
    expect(contents.some((bytes) => got?.bytes.equals(bytes))).toBe(true)
  })

  test('passes its own check and leaves nothing behind', async () => {
    const storage = create()
    await storage.check()
    expect(await keysUnder(storage, 'probe')).toEqual([])
  })

  test.each([
    '',
    '/',
    '/etc/passwd',
    '../up',
    'a/../b',
    'a/./b',
    'a//b',
    'a/',
    '.incoming/x',
    'a/.b',
    'UPPER',
    'a\\b',
    'a b',
    'a\0b',
    'ä',
    'x'.repeat(513),
  ])('rejects %j as a key', async (key) => {
    const storage = create()
    const source = await sourceFile('x')
    await expect(storage.put(key, source, binary)).rejects.toThrow(TypeError)
    await expect(storage.open(key)).rejects.toThrow(TypeError)
    await expect(storage.size(key)).rejects.toThrow(TypeError)
    await expect(storage.remove(key)).rejects.toThrow(TypeError)
  })

  test.each([
    [-1, 5],
    [3, 2],
    [0.5, 2],
    [Number.NaN, 2],
    [50, 60],
  ])('rejects the range %d to %d of 50 bytes', async (start, end) => {
    const storage = create()
    await storage.put('fifty.bin', await sourceFile(Buffer.alloc(50)), binary)
    await expect(storage.open('fifty.bin', { start, end })).rejects.toThrow(RangeError)
  })

  test('reports a missing source file, and stores nothing', async () => {
    const storage = create()
    await expect(storage.put('from/nowhere', path.join(scratch, 'absent'), binary)).rejects.toMatchObject({
      name: 'StorageUnavailable',
      fault: 'source-missing',
    })
    expect(await storage.size('from/nowhere')).toBeUndefined()
  })
})

describe('a folder', () => {
  test('does not treat a folder as an object', async () => {
    const storage = createFolderStorage(path.join(scratch, 'folder-of-folders'))
    await storage.put('a/b/c', await sourceFile('x'), binary)
    expect(await storage.size('a/b')).toBeUndefined()
    expect(await storage.open('a/b')).toBeUndefined()
    await storage.remove('a/b')
    expect(await storage.size('a/b/c')).toBe(1)
  })

  test('leaves no temporary file when a put fails', async () => {
    const root = path.join(scratch, 'blocked')
    const storage = createFolderStorage(root)
    await storage.put('taken', await sourceFile('x'), binary)
    await expect(storage.put('taken/below', await sourceFile('x'), binary)).rejects.toThrow(
      StorageUnavailable,
    )
    expect(await readdir(path.join(root, '.incoming'))).toEqual([])
  })

  test('removes what a crash left behind, but nothing recent', async () => {
    const root = path.join(scratch, 'crashed')
    await mkdir(path.join(root, '.incoming'), { recursive: true })
    for (const name of ['old', 'new']) await writeFile(path.join(root, '.incoming', name), 'x')
    const yesterday = new Date(Date.now() - 86_400_000)
    await utimes(path.join(root, '.incoming', 'old'), yesterday, yesterday)
    expect(await removeAbandonedWrites(root, new Date(Date.now() - 3_600_000))).toBe(1)
    expect(await readdir(path.join(root, '.incoming'))).toEqual(['new'])
    expect(await removeAbandonedWrites(path.join(scratch, 'never-made'), new Date())).toBe(0)
  })

  test('reports when it cannot be written', async () => {
    const inTheWay = await sourceFile('a file where the root should be')
    await expect(createFolderStorage(inTheWay).check()).rejects.toThrow(StorageUnavailable)
  })
})

describe('failures of S3', () => {
  const broken: [string, Partial<S3Settings>, string][] = [
    ['nobody listens', { endpoint: 'http://127.0.0.1:1' }, 'unreachable'],
    ['the bucket is missing', { bucket: 'not-there' }, 'bucket-missing'],
  ]
  test.each(broken)('are reported when %s', async (_, change, fault) => {
    const storage = createS3Storage({ ...s3Settings, ...change })
    const trouble = { name: 'StorageUnavailable', fault }
    await expect(storage.check()).rejects.toMatchObject(trouble)
    await expect(storage.put('x', await sourceFile('x'), binary)).rejects.toMatchObject(trouble)
    await expect(keysUnder(storage, '')).rejects.toMatchObject(trouble)
  })

  test('are reported when the secret is wrong, and gone when it is right', async () => {
    const source = await sourceFile('x')
    await createS3Storage(strictS3Settings).put('x', source, binary)
    const refused = createS3Storage({ ...strictS3Settings, secretAccessKey: 'wrong' })
    await expect(refused.put('x', source, binary)).rejects.toMatchObject({ fault: 'denied' })
    await expect(refused.check()).rejects.toMatchObject({ fault: 'denied' })
  })

  test('are reported without the request, whose headers are signed', async () => {
    const refused = createS3Storage({ ...strictS3Settings, secretAccessKey: 'wrong' })
    const error = await refused.check().catch((thrown: unknown) => thrown)
    expect(inspect(error, { depth: 20 })).not.toMatch(/authorization/i)
  })

  test('a service that accepts and never responds times out', async () => {
    const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1')
    closing.push(() => silent.close())
    const storage = createS3Storage({ ...s3Settings, endpoint: await addressOf(silent), timeoutMs: 100 })
    await expect(storage.size('x')).rejects.toMatchObject({ name: 'StorageUnavailable', fault: 'timed-out' })
    await expect(storage.put('x', await sourceFile('x'), binary)).rejects.toMatchObject({
      fault: 'timed-out',
    })
  })

  test('a body that stops arriving ends with an error', async () => {
    const stalling = createServer((_, answer) => {
      answer.writeHead(200, { 'content-length': '1000' })
      answer.write('a little')
    }).listen(0, '127.0.0.1')
    closing.push(
      () => stalling.closeAllConnections(),
      () => stalling.close(),
    )
    const storage = createS3Storage({ ...s3Settings, endpoint: await addressOf(stalling), timeoutMs: 200 })
    await expect(read(storage, 'x')).rejects.toThrow()
  })

  test('a file is sent again completely after one failure', async () => {
    const bodies: string[] = []
    const flaky = createServer(async (request, answer) => {
      bodies.push((await buffer(request)).toString())
      answer.writeHead(bodies.length === 1 ? 503 : 200).end()
    }).listen(0, '127.0.0.1')
    closing.push(
      () => flaky.closeAllConnections(),
      () => flaky.close(),
    )
    const storage = createS3Storage({ ...s3Settings, endpoint: await addressOf(flaky) })
    await storage.put('x', await sourceFile('all of it'), binary)
    expect(bodies).toEqual(['all of it', 'all of it'])
  })

  test('leaves no incomplete object when a part fails', async () => {
    const seen: string[] = []
    const failing = createServer(async (request, answer) => {
      await buffer(request)
      seen.push(`${request.method} ${request.url?.replace(/.*\?/, '')}`)
      const begins = request.method === 'POST'
      answer.writeHead(begins ? 200 : request.method === 'DELETE' ? 204 : 400)
      const begun = '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>'
      answer.end(begins ? begun : '')
    }).listen(0, '127.0.0.1')
    closing.push(
      () => failing.closeAllConnections(),
      () => failing.close(),
    )
    const storage = createS3Storage({ ...s3Settings, endpoint: await addressOf(failing) })
    const source = await sourceFile(Buffer.alloc(PART_BYTES + 1))
    await expect(storage.put('x', source, binary)).rejects.toMatchObject({ fault: 'failed' })
    expect(seen[0]).toMatch(/^POST uploads/)
    expect(seen.at(-1)).toMatch(/^DELETE .*uploadId=u1/)
  })
})

async function addressOf(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}
