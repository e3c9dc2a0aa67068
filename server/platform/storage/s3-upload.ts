import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { ATTEMPTS, type Connection } from './s3-connection.ts'
import { mayPass } from './s3-faults.ts'
import type { ByteRange } from './storage.ts'

const PARTS_MAX = 9_000

interface Upload {
  key: string
  contentType: string
  source: string
  bytes: number
}

export async function putWhole({ sdk, client, bucket }: Connection, upload: Upload): Promise<void> {
  const { key, contentType, source, bytes } = upload
  await withSlice(source, { start: 0, end: bytes - 1 }, (body) =>
    client.send(
      new sdk.PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentLength: bytes,
        ContentType: contentType,
      }),
    ),
  )
}

// One part at a time, each read from the file while it is sent, so memory use does not depend on the size.
export async function putInParts(connection: Connection, upload: Upload): Promise<void> {
  const { sdk, client, bucket } = connection
  const target = { Bucket: bucket, Key: upload.key }
  const begun = await client.send(
    new sdk.CreateMultipartUploadCommand({ ...target, ContentType: upload.contentType }),
  )
  const id = { ...target, UploadId: begun.UploadId }
  try {
    const parts: { ETag: string | undefined; PartNumber: number }[] = []
    for (const [index, range] of slices(upload.bytes, connection.partBytes).entries()) {
      const PartNumber = index + 1
      const sent = await withSlice(upload.source, range, (body) =>
        client.send(
          new sdk.UploadPartCommand({
            ...id,
            PartNumber,
            Body: body,
            ContentLength: range.end - range.start + 1,
          }),
        ),
      )
      parts.push({ ETag: sent.ETag, PartNumber })
    }
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...id, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    // Parts of an incomplete upload are billed but not listed. If the cleanup fails too, the first error is more
    // useful.
    await client.send(new sdk.AbortMultipartUploadCommand(id)).catch(() => undefined)
    throw error
  }
}

function slices(bytes: number, wantedBytes: number): ByteRange[] {
  const partBytes = Math.max(wantedBytes, Math.ceil(bytes / PARTS_MAX))
  const count = Math.ceil(bytes / partBytes)
  return Array.from({ length: count }, (_, index) => ({
    start: index * partBytes,
    end: Math.min((index + 1) * partBytes, bytes) - 1,
  }))
}

/** The SDK does not send a stream twice, so a retry needs a new stream. */
async function withSlice<T>(
  source: string,
  range: ByteRange,
  send: (body: Readable) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const body = range.end < range.start ? Readable.from([]) : createReadStream(source, range)
    try {
      return await send(body)
    } catch (error) {
      if (attempt === ATTEMPTS || !mayPass(error)) throw error
      await pause(100 * 2 ** attempt)
    } finally {
      body.destroy()
    }
  }
}
