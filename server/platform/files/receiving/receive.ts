import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { isFullDisk } from '../system-errors.ts'
import { readMultipart } from './multipart.ts'
import { ReceiveError, type ReceiveLimits, type Reception } from './reception.ts'

/**
 * Streams a multipart/form-data request to disk and passes the files to `use`. They are deleted when it ends or
 * fails, so copy what you want to keep.
 */
export async function receiveFiles<T>(
  request: IncomingMessage,
  limits: ReceiveLimits,
  use: (reception: Reception) => Promise<T>,
): Promise<T> {
  const folder = path.join(limits.folder, randomUUID())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const reception = await readMultipart(request, limits, folder)
    return await use(reception)
  } catch (error) {
    throw isFullDisk(error) ? new ReceiveError('no-space', { cause: error }) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what a crash during a request left behind. Returns the number of requests. */
export async function removeAbandonedUploads(folder: string, olderThan: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const abandoned = path.join(folder, name)
    const found = await stat(abandoned).catch(() => undefined)
    if (!found || found.mtime >= olderThan) continue
    await rm(abandoned, { recursive: true, force: true })
    removed += 1
  }
  return removed
}
