import { isAbsolute, normalize } from 'node:path/posix'
import { backupKinds } from '@inkstone/contract/backups.ts'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { EngineName } from '../../platform/sql/handles.ts'
import { BackupRefused } from './backups.rules.ts'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const SECRET_KEY_FILE = 'secret.key'
export const UPLOADS_FOLDER = 'uploads'

export function databaseFile(engine: EngineName): string {
  return engine === 'sqlite' ? 'inkstone.db' : 'inkstone.dump'
}

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  kind: Type.Union(backupKinds.map((kind) => Type.Literal(kind))),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** The newest migration of the schema; null for uploads. */
  migration: Type.Union([Type.Integer(), Type.Null()]),
  version: Type.String(),
  created: Type.String(),
  media: Type.String(),
  /** The number of rows per table. */
  rows: Type.Record(Type.String(), Type.Integer()),
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      size: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
  ),
})
export type Manifest = Static<typeof Manifest>
export type BackupFile = Manifest['files'][number]

/** Parses a manifest, or rejects it with a reason. */
export function readManifest(text: string, where: string): Manifest {
  const given = parsed(text)
  const format = (given as { format?: unknown } | undefined)?.format
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupRefused(
      `${where} was made by a newer version of the program; restore it with that version.`,
    )
  if (
    !Value.Check(Manifest, given) ||
    !given.files.every(({ path }) => staysInside(path) && belongsTo(given.kind, path)) ||
    (given.kind === 'database' && !given.files.some(({ path }) => path === databaseFile(given.engine)))
  )
    throw new BackupRefused(`${where}: its ${MANIFEST} is damaged; use another backup.`)
  return given
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A backup of uploads contains only files of that folder, so that the prefix of every path is that folder. */
function belongsTo(kind: Manifest['kind'], path: string): boolean {
  return kind === 'database' || path.startsWith(`${UPLOADS_FOLDER}/`)
}

function staysInside(path: string): boolean {
  return path !== '' && !isAbsolute(path) && normalize(path) === path && !path.startsWith('..')
}

/** The program must know the schema of a database backup. */
export function requireKnownSchema(manifest: Manifest, where: string, newestMigration: number): void {
  if ((manifest.migration ?? 0) > newestMigration)
    throw new BackupRefused(
      `${where} was made by version ${manifest.version} (migration ${manifest.migration}) and this program knows only ${newestMigration}; restore it with a newer version of the program.`,
    )
}

/** Whether the database was of the other engine. */
export function isOfOtherEngine(manifest: Manifest, engine: EngineName): boolean {
  return manifest.engine !== engine
}
