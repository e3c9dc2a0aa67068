import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type ImportKind, importKinds, importMedia } from '@inkstone/contract/imports.ts'
import type { Db, Engine, Tables, Tx } from '../../database.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import { badQuery, type Issue, invalid, Problem } from '../../platform/core/problem.ts'
import { receiveFiles } from '../../platform/files/receiving/receive.ts'
import { type ReceivedFile, ReceiveError } from '../../platform/files/receiving/reception.ts'
import { zipRefusal } from '../../platform/files/unpack.ts'
import { claim, type RequestKey, remember } from '../../platform/http/idempotency.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { StorageUnavailable } from '../../platform/storage/storage.ts'
import { isStorable } from '../../platform/texts/storable.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { type ImportOptions, mappingIn, runUploaded, type UploadOptions } from './imports.rules.ts'
import { findImport, insertImport } from './imports.store.ts'
import type { ImportRow } from './imports.table.ts'
import { mappingIssues } from './mappings.actions.ts'

const MB = 1024 * 1024

interface Enqueued<Shown> {
  readonly shown: Shown
  /** The response to an earlier request with the same key. */
  readonly replayed: boolean
}

interface Answering<Shown> {
  readonly keyFor: (body: unknown) => RequestKey | undefined
  readonly show: (row: ImportRow) => Shown
}

/** Stores the uploaded file and enqueues its import. With a reused idempotency key, returns the first response instead. */
export async function enqueueImport<Shown>(
  engine: Engine,
  services: ImportOptions,
  actor: Actor,
  request: IncomingMessage,
  answering: Answering<Shown>,
): Promise<Enqueued<Shown>> {
  const limits = {
    folder: services.media.folder,
    maxFileBytes: services.maxBytes,
    maxFiles: 1,
    fileFields: ['file'],
  }
  try {
    return await receiveFiles(request, limits, async ({ files: [file], refused: [refused], fields }) => {
      const requested = await requestedIn(engine.db, actor, fields)
      if (refused)
        throw invalid('file', refused.refused === 'file-too-large' ? 'file-size' : 'file-unsafe', {
          limit: services.maxBytes / MB,
        })
      if (!file) throw invalid('file', 'file-required')
      if (requested.kind === 'markdown') await requireZip(file)
      return storeAndEnqueue(engine, services, actor, file, requested, answering)
    })
  } catch (error) {
    throw error instanceof ReceiveError ? problemOf(error, services) : error
  }
}

async function requestedIn(db: Db, actor: Actor, fields: ReadonlyMap<string, string>) {
  const issues = new Map<string, Issue[]>()
  const kind = importKinds.find((each) => each === fields.get('kind'))
  if (!kind)
    issues.set('kind', [
      fields.has('kind')
        ? { name: 'not-allowed', fill: { values: importKinds.join(', ') } }
        : { name: 'required' },
    ])
  const media = fields.get('media') ?? 'fetch'
  if (!importMedia.some((each) => each === media))
    issues.set('media', [{ name: 'not-allowed', fill: { values: importMedia.join(', ') } }])
  const dryRun = fields.get('dry_run') ?? '0'
  if (!/^(?:0|1|true|false)$/.test(dryRun))
    issues.set('dry_run', [{ name: 'not-allowed', fill: { values: '0, 1' } }])
  const update = fields.get('update') ?? '0'
  const mayUpdate = kind === 'markdown' ? /^(?:0|1|true|false)$/ : /^(?:0|false)$/
  if (!mayUpdate.test(update))
    issues.set('update', [{ name: 'not-allowed', fill: { values: kind === 'markdown' ? '0, 1' : '0' } }])
  for (const [field, text] of fields) if (!isStorable(text)) issues.set(field, [{ name: 'bad-characters' }])
  const mapped = await mappingsIn(db, actor, fields, issues)
  if (issues.size > 0 || !kind || !mapped) throw new Problem('invalid', { fields: issues })
  const isOn = (given: string) => given === '1' || given === 'true'
  return { kind, fetch: media === 'fetch', dryRun: isOn(dryRun), update: isOn(update), ...mapped }
}

/** Undefined if they cannot be read. What is wrong with them is added to the issues. */
async function mappingsIn(
  db: Db,
  actor: Actor,
  fields: ReadonlyMap<string, string>,
  issues: Map<string, Issue[]>,
) {
  const authors = mappingIn(fields.get('authors') ?? '')
  if (!authors) issues.set('authors', [{ name: 'not-allowed', fill: { values: 'old=username' } }])
  const categories = mappingIn(fields.get('categories') ?? '')
  if (!categories) issues.set('categories', [{ name: 'not-allowed', fill: { values: 'old=new' } }])
  if (!authors || !categories || issues.has('authors') || issues.has('categories')) return undefined
  const onlyMembers = !holds(actor, 'users.manage')
  const membersOf = onlyMembers ? actor.siteId : undefined
  const mappings = { authors: mapOf(authors), categories: mapOf(categories), membersOf }
  for (const [field, found] of await mappingIssues(db, mappings)) issues.set(field, found)
  return { authors, categories, onlyMembers }
}

function mapOf(mapping: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(mapping))
}

async function requireZip({ path }: ReceivedFile): Promise<void> {
  const refusal = await zipRefusal(path)
  if (refusal === 'decompression-bomb') throw invalid('file', 'file-bomb')
  if (refusal) throw invalid('file', refusal === 'unsafe-archive' ? 'file-unsafe' : 'file-damaged')
}

async function storeAndEnqueue<Shown>(
  engine: Engine,
  { media }: ImportOptions,
  actor: Actor,
  file: ReceivedFile,
  { kind, ...requested }: Omit<UploadOptions, 'storageKey'> & { kind: ImportKind },
  { keyFor, show }: Answering<Shown>,
): Promise<Enqueued<Shown>> {
  const key = keyFor([file.originalName, file.sha256, kind, requested])
  const storageKey = `imports/${randomUUID()}`
  await media.storage.put(storageKey, file.path, { contentType: 'application/octet-stream' })
  const removeCopy = () => media.storage.remove(storageKey)
  const enqueued = engine.transact(async (tx) => {
    const first = key && (await claim<Tables>(tx, key))
    if (first) return { shown: JSON.parse(first.json ?? 'null') as Shown, replayed: true }
    const id = await insertImport(tx, {
      site_id: actor.siteId,
      kind,
      status: 'queued',
      source: file.originalName,
      options: JSON.stringify({ ...requested, storageKey } satisfies UploadOptions),
      user_id: actor.userId,
    })
    await enqueue(tx, runUploaded, { import_id: id, site_id: actor.siteId }, { uniqueKey: String(id) })
    await recordAuditEntry(tx, actor, {
      action: 'import.created',
      targetType: 'import',
      targetId: id,
      after: { kind, filename: file.originalName, dry_run: requested.dryRun },
    })
    const shown = show(await readImport(tx, actor, id))
    if (key) await remember<Tables>(tx, key, { status: 201, json: JSON.stringify(shown) })
    return { shown, replayed: false }
  })
  // After any other error it may have been enqueued nevertheless.
  const result = await enqueued.catch(async (error) => {
    if (error instanceof Problem) await removeCopy()
    throw error
  })
  if (result.replayed) await removeCopy()
  return result
}

export async function readImport(db: Db | Tx, actor: Actor, id: number): Promise<ImportRow> {
  const row = await findImport(db, actor.siteId, id)
  if (!row) throw new Problem('import-not-found')
  return row
}

function problemOf(error: ReceiveError, { maxBytes }: ImportOptions): Error {
  switch (error.fault) {
    case 'not-multipart':
      return invalid('file', 'file-required')
    case 'too-many-files':
      return invalid('file', 'one-file-only')
    case 'request-too-large':
      return invalid('file', 'file-size', { limit: maxBytes / MB })
    case 'no-space':
      return new StorageUnavailable('no-space', 'receive', error.cause)
    default:
      return badQuery('file', 'form-incomplete')
  }
}
