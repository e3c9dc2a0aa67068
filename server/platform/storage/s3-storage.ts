import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countSpent } from '../files/spent-buffers.ts'
import { type Connection, connectTo, type S3Settings } from './s3-connection.ts'
import { isS3Absence, s3Unavailable } from './s3-faults.ts'
import { putInParts, putWhole } from './s3-upload.ts'
import {
  assertByteRange,
  assertStorageKey,
  type ByteRange,
  type OpenedObject,
  type Storage,
  StorageUnavailable,
  type StoredObject,
} from './storage.ts'

export function createS3Storage(settings: S3Settings): Storage {
  // Loaded on first use, because the SDK takes half a second and 20 MB.
  let connecting: Promise<Connection> | undefined
  const connect = () => {
    connecting ??= connectTo(settings)
    return connecting
  }

  return {
    async put(key, sourceFilePath, { contentType }) {
      assertStorageKey(key)
      const bytes = await sizeOfSource(sourceFilePath)
      const connection = await connect()
      const upload = { key, contentType, source: sourceFilePath, bytes }
      await orUnavailable('put', () =>
        bytes <= connection.partBytes ? putWhole(connection, upload) : putInParts(connection, upload),
      )
    },

    async open(key, range) {
      assertStorageKey(key)
      if (range) assertByteRange(range)
      const connection = await connect()
      return orAbsent('read', () => openObject(connection, key, range))
    },

    async copyOut(key, targetFilePath) {
      assertStorageKey(key)
      const connection = await connect()
      const opened = await orAbsent('read', () => openObject(connection, key, undefined))
      if (!opened) return false
      await writeTo(targetFilePath, opened.stream)
      return true
    },

    async size(key) {
      assertStorageKey(key)
      const { sdk, client, bucket } = await connect()
      const found = await orAbsent('read', () =>
        client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key })),
      )
      return found ? (found.ContentLength ?? 0) : undefined
    },

    async remove(key) {
      assertStorageKey(key)
      const { sdk, client, bucket } = await connect()
      await orAbsent('remove', () => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key })))
    },

    async *list(prefix) {
      yield* listBucket(await connect(), prefix)
    },

    async check() {
      const connection = await connect()
      await orUnavailable('keep a probe', () => keepProbe(connection))
    },
  }
}

async function openObject(
  { sdk, client, bucket }: Connection,
  key: string,
  range: ByteRange | undefined,
): Promise<OpenedObject> {
  const got = await client.send(
    new sdk.GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    }),
  )
  if (!(got.Body instanceof Readable)) throw new Error('the answer has no body')
  const total = got.ContentRange?.split('/')[1]
  return { stream: got.Body, size: total === undefined ? (got.ContentLength ?? 0) : Number(total) }
}

async function writeTo(file: string, stream: Readable): Promise<void> {
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      countSpent(chunk.length)
      yield chunk
    }
  }
  await pipeline(stream, counted, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}

async function* listBucket(
  { sdk, client, bucket }: Connection,
  prefix: string,
): AsyncGenerator<StoredObject> {
  let ContinuationToken: string | undefined
  do {
    const page = await orUnavailable('list', () =>
      client.send(
        new sdk.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(ContinuationToken ? { ContinuationToken } : {}),
        }),
      ),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      if (Key) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

async function keepProbe({ sdk, client, bucket, timeoutMs }: Connection): Promise<void> {
  const probe = { Bucket: bucket, Key: `probe-${randomUUID()}` }
  const expected = randomUUID()
  // For all attempts together: a health check does not wait for a third attempt.
  const bound = { abortSignal: AbortSignal.timeout(timeoutMs) }
  await client.send(new sdk.PutObjectCommand({ ...probe, Body: expected, ContentType: 'text/plain' }), bound)
  const got = await client.send(new sdk.GetObjectCommand(probe), bound)
  const text = await got.Body?.transformToString()
  await client.send(new sdk.DeleteObjectCommand(probe), bound)
  if (text !== expected) throw new Error('the content read back differs from what was written')
}

async function sizeOfSource(source: string): Promise<number> {
  try {
    return (await stat(source)).size
  } catch (error) {
    throw new StorageUnavailable('source-missing', 'put', error)
  }
}

async function orUnavailable<T>(action: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    throw s3Unavailable(action, error)
  }
}

async function orAbsent<T>(action: string, attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt()
  } catch (error) {
    if (isS3Absence(error)) return undefined
    throw s3Unavailable(action, error)
  }
}
