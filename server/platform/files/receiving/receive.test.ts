import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { receiveFiles, removeAbandonedUploads } from './receive.ts'
import { ReceiveError, type ReceiveLimits, type Reception } from './reception.ts'

const BOUNDARY = 'b0undary'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`
const MB = 1024 * 1024

let scratch: string
let limits: ReceiveLimits
let server: Server
let port: number
let use: (reception: Reception) => Promise<unknown>
let outcomes: unknown[]

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'receive-test-'))
  server = createServer(async (request, answer) => {
    const outcome = await receiveFiles(request, limits, (reception) => use(reception)).catch((error) => error)
    outcomes.push(outcome)
    answer.setHeader('connection', 'close').end(outcome instanceof ReceiveError ? outcome.fault : 'received')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  port = address.port
})

beforeEach(() => {
  limits = { folder: path.join(scratch, 'incoming'), maxFileBytes: MB, maxFiles: 3 }
  use = async (reception) => reception
  outcomes = []
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(scratch, { recursive: true, force: true })
})

const part = (disposition: string, content: Buffer | string, type = 'application/octet-stream') =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const file = (field: string, name: string, content: Buffer | string) =>
  part(`name="${field}"; filename="${name}"`, content)
const field = (name: string, value: string) => part(`name="${name}"`, value, 'text/plain')
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])

async function send(body: Buffer, contentType = MULTIPART): Promise<string> {
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    const request = httpRequest({ port, method: 'POST', headers: { 'content-type': contentType } }, resolve)
    request.on('error', reject).end(body)
  })
  return text(answer)
}

async function receive(body: Buffer): Promise<Reception> {
  expect(await send(body)).toBe('received')
  return outcomes.at(-1) as Reception
}

const leftOver = async (): Promise<string[]> =>
  existsSync(limits.folder) ? readdir(limits.folder, { recursive: true }) : []

describe('a received request', () => {
  test('passes each file with its name, size and hash, and the fields; afterwards nothing is left', async () => {
    const bytes = randomBytes(300_000)
    const seen: Buffer[] = []
    use = async (reception) => {
      for (const { path: at } of reception.files) seen.push(await readFile(at))
      return reception
    }
    const { files, fields, refused } = await receive(
      form(field('title', '标题'), file('file', 'a b.bin', bytes), file('file', '照片.txt', 'hello')),
    )
    expect(files).toMatchObject([
      { field: 'file', originalName: 'a b.bin', size: 300_000 },
      { field: 'file', originalName: '照片.txt', size: 5 },
    ])
    expect(files[0]?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(seen[0]?.equals(bytes)).toBe(true)
    expect(seen[1]?.toString()).toBe('hello')
    expect(fields.get('title')).toBe('标题')
    expect(refused).toEqual([])
    expect(await leftOver()).toEqual([])
  })

  test('accepts a file of exactly the limit, and reports larger ones', async () => {
    const { files, refused } = await receive(
      form(
        file('files[]', 'exact.bin', Buffer.alloc(MB)),
        file('files[]', 'larger.bin', Buffer.alloc(MB + 1)),
        file('files[]', 'after.txt', 'still here'),
      ),
    )
    expect(files.map(({ originalName }) => originalName)).toEqual(['exact.bin', 'after.txt'])
    expect(refused).toEqual([{ field: 'files[]', originalName: 'larger.bin', refused: 'file-too-large' }])
    expect(await leftOver()).toEqual([])
  })

  test.each([
    ['../../etc/passwd', 'passwd', 'path-in-name'],
    ['..\\\\..\\\\boot.ini', 'boot.ini', 'path-in-name'],
    ['C:\\\\photo.jpg', 'photo.jpg', 'path-in-name'],
    ['/etc/shadow', 'shadow', 'path-in-name'],
    ['photo.php\0.jpg', 'photo.php.jpg', 'nul-in-name'],
  ])('rejects a file named %j', async (sent, originalName, refused) => {
    const reception = await receive(form(file('file', sent, 'x')))
    expect(reception.files).toEqual([])
    expect(reception.refused).toEqual([{ field: 'file', originalName, refused }])
  })

  test('rejects a NUL hidden in an encoded name', async () => {
    const reception = await receive(form(part(`name="file"; filename*=UTF-8''a%00.png`, 'x')))
    expect(reception.refused).toMatchObject([{ refused: 'nul-in-name' }])
  })

  test('does not write a file of a field that must not contain one', async () => {
    limits.fileFields = ['file']
    use = async (reception) => ({ ...reception, onDisk: await leftOver() })
    const reception = await receive(form(file('other', 'a.txt', 'x'), file('file', 'b.txt', 'y')))
    expect(reception.refused).toEqual([
      { field: 'other', originalName: 'a.txt', refused: 'unexpected-field' },
    ])
    expect(reception.files).toMatchObject([{ originalName: 'b.txt' }])
    expect(reception).toHaveProperty('onDisk.length', 2)
  })

  test('ignores an empty file input, and keeps an empty file with a name', async () => {
    const { files } = await receive(form(file('file', '', ''), file('file', 'empty.txt', '')))
    expect(files).toMatchObject([{ originalName: 'empty.txt', size: 0 }])
  })

  test('leaves nothing when its handler fails', async () => {
    use = async () => {
      throw new Error('of the user')
    }
    await send(form(file('file', 'a.txt', 'x')))
    expect(outcomes[0]).toMatchObject({ message: 'of the user' })
    expect(await leftOver()).toEqual([])
  })
})

const whole = form(field('a', '1'), file('file', 'a.bin', randomBytes(2000)))

describe('a rejected request leaves nothing', () => {
  const refusals: [string, Buffer, string, string][] = [
    ['it is JSON', Buffer.from('{}'), 'application/json', 'not-multipart'],
    ['it is another multipart', whole, `multipart/mixed; boundary=${BOUNDARY}`, 'not-multipart'],
    ['its type continues', whole, `multipart/form-datax; boundary=${BOUNDARY}`, 'not-multipart'],
    ['it names no boundary', whole, 'multipart/form-data', 'malformed-multipart'],
    ['it is empty', Buffer.alloc(0), MULTIPART, 'malformed-multipart'],
    ['it is noise', randomBytes(5000), MULTIPART, 'malformed-multipart'],
    ['it ends inside a file', whole.subarray(0, 1500), MULTIPART, 'malformed-multipart'],
    ['it ends before the last boundary', whole.subarray(0, -12), MULTIPART, 'malformed-multipart'],
    ['it ends inside the headers of a part', whole.subarray(0, 140), MULTIPART, 'malformed-multipart'],
    [
      'a part has no end of headers',
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n--${BOUNDARY}--\r\n`),
      MULTIPART,
      'malformed-multipart',
    ],
    [
      'it holds more files than allowed',
      form(...['1', '2', '3', '4'].map((n) => file('file', n, 'x'))),
      MULTIPART,
      'too-many-files',
    ],
    [
      'it holds more fields than allowed',
      form(...Array.from({ length: 51 }, (_, n) => field(`f${n}`, 'x'))),
      MULTIPART,
      'too-many-fields',
    ],
    ['a field is too large', form(field('a', 'x'.repeat(65_537))), MULTIPART, 'field-too-large'],
  ]
  test.each(refusals)('when %s', async (_, body, type, fault) => {
    expect(await send(body, type)).toBe(fault)
    expect(await leftOver()).toEqual([])
  })

  test('when many hold too many files, whose last ones are just being created', async () => {
    limits.maxFiles = 20
    const body = form(...Array.from({ length: 21 }, (_, n) => file('file', `${n}`, 'x')))
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(body)))
    expect(new Set(answers)).toEqual(new Set(['too-many-files']))
    expect(await leftOver()).toEqual([])
  })

  test('when it declares more than all files together may have', async () => {
    limits.maxFiles = 1
    expect(await send(form(file('file', 'huge.bin', Buffer.alloc(3 * MB))))).toBe('request-too-large')
    expect(await leftOver()).toEqual([])
  })

  test('when it sends more without declaring it, with the name of the file', async () => {
    limits.maxFiles = 1
    const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      const request = httpRequest({ port, method: 'POST', headers: { 'content-type': MULTIPART } }, resolve)
      request.on('error', reject)
      request.write(form(file('file', 'huge.bin', Buffer.alloc(3 * MB))))
      request.end()
    })
    expect(await text(answer)).toBe('request-too-large')
    expect(outcomes[0]).toMatchObject({ fault: 'request-too-large', file: 'huge.bin' })
    expect(await leftOver()).toEqual([])
  })

  test('when the client disconnects, twenty times', async () => {
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${MULTIPART}\r\nContent-Length: 900000\r\n\r\n`
    for (let n = 0; n < 20; n += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        Buffer.concat([Buffer.from(head), file('file', 'cut.bin', Buffer.alloc(1000 + n * 20_000))]),
      )
      await once(server, 'request')
      await pause(n)
      socket.destroy()
    }
    while (outcomes.length < 20) await pause(5)
    expect(outcomes.every((outcome) => outcome instanceof ReceiveError && outcome.fault === 'aborted')).toBe(
      true,
    )
    expect(await leftOver()).toEqual([])
  })

  test.each([
    ['a part of it', whole.subarray(0, 500)],
    ['all of it', whole],
  ])('when the client sent %s and disconnected before it was read', async (_, body) => {
    const late = createServer(async (request) => {
      request.socket.destroy()
      await new Promise((resolve) => request.on('close', resolve))
      outcomes.push(await receiveFiles(request, limits, use).catch((error: unknown) => error))
    })
    await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve))
    const address = late.address()
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
    socket.on('error', () => undefined)
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${MULTIPART}\r\nContent-Length: ${whole.length}\r\n\r\n`
    socket.write(Buffer.concat([Buffer.from(head), body]))
    while (outcomes.length < 1) await pause(5)
    expect(outcomes[0]).toMatchObject({ fault: 'aborted' })
    expect(await leftOver()).toEqual([])
    late.close()
  })

  test('and any bytes get a response', async () => {
    const edit = fc.record({
      at: fc.nat({ max: whole.length - 1 }),
      remove: fc.nat({ max: 60 }),
      insert: fc.constantFrom(
        '',
        '\r\n',
        '\r\n\r\n',
        `--${BOUNDARY}`,
        `\r\n--${BOUNDARY}\r\n`,
        '--',
        '"',
        ';',
        '\0',
        ':',
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        let body = whole
        for (const { at, remove, insert } of edits)
          body = Buffer.concat([body.subarray(0, at), Buffer.from(insert), body.subarray(at + remove)])
        expect(await send(body)).toMatch(/^(received|malformed-multipart|too-many-files)$/)
      }),
      { numRuns: 150 },
    )
    expect(await leftOver()).toEqual([])
  })
})

const canMount = process.getuid?.() === 0 && process.platform === 'linux' && existsSync('/bin/mount')

test.skipIf(!canMount)('a full disk is reported, and it works again with free space', async () => {
  limits.folder = path.join(scratch, 'small-disk')
  await mkdir(limits.folder)
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', limits.folder])
  try {
    limits.maxFileBytes = 4 * MB
    expect(await send(form(file('file', 'a.bin', Buffer.alloc(2 * MB))))).toBe('no-space')
    expect(await leftOver()).toEqual([])
    expect(await send(form(file('file', 'a.bin', Buffer.alloc(MB / 2))))).toBe('received')
  } finally {
    execFileSync('/bin/umount', [limits.folder])
  }
})

test('files left by a crash are removed once they are old', async () => {
  const folder = path.join(scratch, 'crashed')
  for (const name of ['old', 'new']) await mkdir(path.join(folder, name), { recursive: true })
  await utimes(path.join(folder, 'old'), new Date(0), new Date(0))
  expect(await removeAbandonedUploads(folder, new Date(Date.now() - 3_600_000))).toBe(1)
  expect(await readdir(folder)).toEqual(['new'])
  expect(await removeAbandonedUploads(path.join(scratch, 'never-made'), new Date())).toBe(0)
})
