import type { IncomingMessage } from 'node:http'
import { badQuery, type Issue, invalid, Problem } from '../../platform/core/problem.ts'
import { prepareFile } from '../../platform/files/prepare.ts'
import { receiveFiles } from '../../platform/files/receiving/receive.ts'
import { type ReceivedFile, ReceiveError, type Reception } from '../../platform/files/receiving/reception.ts'
import { isFullDisk } from '../../platform/files/system-errors.ts'
import { claim, keyOfPart, type RequestKey } from '../../platform/http/idempotency.ts'
import type { Reader } from '../../platform/http/validation.ts'
import { DatabaseUnavailable } from '../../platform/sql/handles.ts'
import { StorageUnavailable } from '../../platform/storage/storage.ts'
import { issueOf } from './media.rules.ts'
import type { WholeMedia } from './media.store.ts'
import { type StoredUpload, storeUpload, type Uploading } from './storing.actions.ts'

const MB = 1024 * 1024

/** Receives the single file of a request. With a reused idempotency key, returns the first response instead. */
export async function uploadOne<Shown>(
  uploading: Uploading,
  request: IncomingMessage,
  keyFor: (body: unknown) => RequestKey | undefined,
  show: (media: WholeMedia) => Shown,
  readTexts: Reader,
): Promise<StoredUpload<Shown>> {
  return receiving(uploading, request, ['file'], 1, async ({ files: [file], refused: [refused], fields }) => {
    if (refused) throw refusalOf(uploading, issueOf(refused.refused))
    if (!file) throw invalid('file', 'file-required')
    const texts: { alt?: string; title?: string } = Object.fromEntries(fields)
    const wrong = readTexts(texts)
    if (wrong.size > 0) throw new Problem('invalid', { fields: wrong })
    const prepared = await prepareFile(file)
    if ('refused' in prepared) throw refusalOf(uploading, issueOf(prepared.refused))
    const key = keyFor([file.originalName, file.sha256, texts])
    return storeUpload(uploading, { file: prepared, filename: file.originalName, texts, key, show })
  })
}

interface Outcomes<Shown> {
  readonly kept: Shown[]
  /** By file name. */
  readonly issues: Map<string, (Issue | 'unavailable')[]>
  readonly failed: number
  /** Whether a file was stored by an earlier request with the same key. */
  readonly replayed: boolean
}

/**
 * Receives each file of a request independently. With a reused idempotency key, files that were stored before are returned
 * and the others are stored.
 */
export async function uploadMany<Shown>(
  uploading: Uploading,
  request: IncomingMessage,
  most: number,
  keyFor: (body: unknown) => RequestKey | undefined,
  show: (media: WholeMedia) => Shown,
): Promise<Outcomes<Shown>> {
  return receiving(uploading, request, ['files[]', 'files'], most, async ({ files, refused }) => {
    if (files.length === 0 && refused.every((file) => file.refused === 'unexpected-field'))
      throw invalid('files', 'file-required')
    const kept: Shown[] = []
    const issues = new Map<string, (Issue | 'unavailable')[]>()
    const key = keyFor(files.map(({ originalName, sha256 }) => [originalName, sha256]))
    // Before a file is stored: another request with this key is rejected as a whole, the same one continues.
    if (key) await uploading.engine.transact((tx) => claim(tx, key))
    let failed = 0
    let replayed = false
    let outage: unknown
    const fail = (name: string, issue: Issue | 'unavailable') => {
      issues.set(name, [...(issues.get(name) ?? []), issue])
      failed += 1
    }
    for (const file of refused) fail(file.originalName, issueWith(uploading, issueOf(file.refused)))
    for (const [index, file] of files.entries()) {
      const outcome = await uploadOneOfMany(uploading, file, key && keyOfPart(key, index), show)
      if ('shown' in outcome) {
        kept.push(outcome.shown)
        replayed ||= outcome.replayed
      } else fail(file.originalName, outcome.issue)
      if ('outage' in outcome) outage = outcome.outage
    }
    if (outage !== undefined && kept.length === 0) throw outage
    return { kept, issues, failed, replayed }
  })
}

async function uploadOneOfMany<Shown>(
  uploading: Uploading,
  file: ReceivedFile,
  key: RequestKey | undefined,
  show: (media: WholeMedia) => Shown,
): Promise<StoredUpload<Shown> | { issue: Issue } | { issue: 'unavailable'; outage: unknown }> {
  try {
    const prepared = await prepareFile(file)
    if ('refused' in prepared) return { issue: issueWith(uploading, issueOf(prepared.refused)) }
    return await storeUpload(uploading, { file: prepared, filename: file.originalName, key, show })
  } catch (error) {
    // Files stored before stay: the client must learn about both.
    if (!isOutage(error)) throw error
    return { issue: 'unavailable', outage: error }
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof StorageUnavailable || error instanceof DatabaseUnavailable || isFullDisk(error)
}

async function receiving<T>(
  uploading: Uploading,
  request: IncomingMessage,
  fileFields: readonly string[],
  maxFiles: number,
  use: (reception: Reception) => Promise<T>,
): Promise<T> {
  const { folder, maxFileBytes } = uploading.media
  try {
    return await receiveFiles(request, { folder, maxFileBytes, maxFiles, fileFields }, use)
  } catch (error) {
    throw error instanceof ReceiveError ? problemOf(uploading, error, maxFiles) : error
  }
}

function problemOf(uploading: Uploading, error: ReceiveError, maxFiles: number): Error {
  const single = maxFiles === 1
  switch (error.fault) {
    case 'not-multipart':
      return invalid(single ? 'file' : 'files', 'file-required')
    case 'too-many-files':
      return single ? invalid('file', 'one-file-only') : invalid('files', 'too-many', { limit: maxFiles })
    case 'request-too-large':
      return single ? refusalOf(uploading, 'file-size') : new Problem('body-too-large')
    case 'no-space':
      return new StorageUnavailable('no-space', 'receive', error.cause)
    default:
      return badQuery(single ? 'file' : 'files', 'form-incomplete')
  }
}

function issueWith({ media }: Uploading, name: Issue['name']): Issue {
  return name === 'file-size' ? { name, fill: { limit: media.maxFileBytes / MB } } : { name }
}

function refusalOf(uploading: Uploading, name: Issue['name']): Problem {
  return invalid('file', name, issueWith(uploading, name).fill)
}
