import { createHash, randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { cleanFileName, fileNameRefusal } from '../file-names.ts'
import { countSpent } from '../spent-buffers.ts'
import { isSystemError } from '../system-errors.ts'
import {
  type ReceivedFile,
  ReceiveError,
  type ReceiveFault,
  type ReceiveLimits,
  type Reception,
  type UnreceivedFile,
} from './reception.ts'

const DEFAULT_MAX_FIELDS = 50
const DEFAULT_MAX_FIELD_BYTES = 64 * 1024
const PART_HEADER_MAX_BYTES = 16 * 1024
const REQUEST_OVERHEAD_BYTES = 1024 * 1024

/** Writes each file of the request into the folder as it arrives. Only a few chunks are in memory at a time. */
export async function readMultipart(
  request: IncomingMessage,
  limits: ReceiveLimits,
  folder: string,
): Promise<Reception> {
  const maxRequestBytes = limits.maxFiles * limits.maxFileBytes + REQUEST_OVERHEAD_BYTES
  if (Number(request.headers['content-length'] ?? 0) > maxRequestBytes)
    throw refuse(request, 'request-too-large')
  const parser = createParser(request, limits)
  const reading = startReading(request, parser, { limits, folder, maxRequestBytes })
  try {
    await reading.ended
    const parts = await Promise.all(reading.parts)
    return {
      files: parts.filter((part) => part !== undefined).filter((part) => 'path' in part),
      refused: parts.filter((part) => part !== undefined).filter((part) => 'refused' in part),
      fields: reading.fields,
    }
  } catch (error) {
    request.unpipe(parser)
    reading.abandon()
    await Promise.allSettled(reading.parts)
    throw error
  } finally {
    request.unpipe(parser)
    // A client reads the response only after its whole request was read.
    request.resume()
  }
}

function createParser(request: IncomingMessage, limits: ReceiveLimits): BusboyInstance {
  const contentType = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data(?:;|$)/i.test(contentType)) throw refuse(request, 'not-multipart')
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      preservePath: true,
      limits: {
        fileSize: limits.maxFileBytes,
        files: limits.maxFiles,
        fields: limits.maxFields ?? DEFAULT_MAX_FIELDS,
        fieldSize: limits.maxFieldBytes ?? DEFAULT_MAX_FIELD_BYTES,
        headerSize: PART_HEADER_MAX_BYTES,
        headerPairs: 50,
      },
    })
  } catch (error) {
    throw refuse(request, 'malformed-multipart', error)
  }
}

function refuse(request: IncomingMessage, fault: ReceiveFault, cause?: unknown): ReceiveError {
  request.resume()
  return new ReceiveError(fault, { cause })
}

type Part = ReceivedFile | UnreceivedFile | undefined

interface Reading {
  fields: Map<string, string>
  /** In the order of the request. */
  parts: Promise<Part>[]
  ended: Promise<void>
  abandon: () => void
}

function startReading(
  request: IncomingMessage,
  parser: BusboyInstance,
  { limits, folder, maxRequestBytes }: { limits: ReceiveLimits; folder: string; maxRequestBytes: number },
): Reading {
  const fields = new Map<string, string>()
  const parts: Promise<Part>[] = []
  const abandoning = new AbortController()
  // Each file adds a listener, so more than ten of them are not a leak.
  setMaxListeners(limits.maxFiles + 1, abandoning.signal)
  let current: string | undefined
  let bytes = 0

  const ended = new Promise<void>((resolve, reject) => {
    const fail = (fault: ReceiveFault, cause?: unknown) =>
      reject(new ReceiveError(fault, { cause, file: current }))

    parser.on('file', (field, stream, name) => {
      // What the parser still had in memory: nothing may be written any more.
      if (abandoning.signal.aborted) return void stream.on('error', () => undefined).resume()
      const part = receivePart({ field, stream, name }, limits, folder, abandoning.signal)
      current = cleanFileName(name ?? '')
      part.catch((error) => (isSystemError(error) ? reject(error) : fail('malformed-multipart', error)))
      parts.push(part)
    })
    parser.on('field', (name, value, _, isCut) => {
      if (isCut) fail('field-too-large')
      else fields.set(name ?? '', value)
    })
    parser.on('filesLimit', () => fail('too-many-files'))
    parser.on('fieldsLimit', () => fail('too-many-fields'))
    parser.on('error', (error) => fail('malformed-multipart', error))
    parser.on('finish', resolve)
    // Some malformed bodies would leave the parser waiting forever for a part that never starts.
    parser.on('prefinish', async () => {
      await Promise.allSettled(parts)
      for (let turn = 0; turn < 20; turn += 1) await nextTurn()
      fail('malformed-multipart')
    })

    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      countSpent(chunk.length)
      if (bytes > maxRequestBytes) fail('request-too-large')
    })
    request.on('error', (error) => fail('aborted', error))
    // Not request.complete: when a client disconnects, data that was sent but not yet read is lost.
    request.on('close', () => {
      if (!request.readableEnded) fail('aborted')
    })
    // The client may have disconnected while the folder was created.
    if (request.destroyed) fail('aborted')
    else request.pipe(parser)
  })
  return { fields, parts, ended, abandon: () => abandoning.abort() }
}

interface FilePart {
  // The parser's types promise fields that a client can leave out.
  field: string | undefined
  name: string | undefined
  stream: BusboyFileStream
}

async function receivePart(
  { field = '', name = '', stream }: FilePart,
  limits: ReceiveLimits,
  folder: string,
  signal: AbortSignal,
): Promise<Part> {
  const file = { field, originalName: cleanFileName(name) }
  const isExpected = limits.fileFields?.includes(field) ?? true
  const refused = isExpected ? fileNameRefusal(name) : 'unexpected-field'
  if (refused) {
    stream.on('error', () => undefined).resume()
    return { ...file, refused }
  }
  const written = await writeFile(stream, path.join(folder, randomUUID()), signal)
  if (written === undefined) return { ...file, refused: 'file-too-large' }
  // An empty file input in a form sends a part without a name and without bytes.
  return written.size === 0 && name === '' ? undefined : { ...file, ...written }
}

/** Undefined: the file was too large and has been removed. */
async function writeFile(
  stream: BusboyFileStream,
  file: string,
  signal: AbortSignal,
): Promise<Pick<ReceivedFile, 'path' | 'size' | 'sha256'> | undefined> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const written = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  // An aborted pipeline does not wait for a file that is just being created: the folder would be removed before it is there.
  const closed = new Promise<void>((resolve) => written.once('close', resolve))
  await pipeline(stream, measured, written, { signal }).finally(() => closed)
  if (!stream.truncated) return { path: file, size, sha256: hash.digest('hex') }
  await rm(file, { force: true })
  return undefined
}
