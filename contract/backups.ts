import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, OneOf, PageQuery, Paginated, Times } from './schema.ts'

export const backupKinds = ['database', 'uploads'] as const
export type BackupKind = (typeof backupKinds)[number]

const Backup = Type.Object({
  name: Type.String({
    description: 'What `inkstone restore` takes.',
    examples: ['2026-03-01T02-00-00Z-database'],
  }),
  kind: OneOf(backupKinds),
  size: Type.Integer({ ...Count, description: 'Bytes of all its files.' }),
  engine: OneOf(['sqlite', 'postgres']),
  ...Times('create'),
})

const access = 'backups.manage'
const tag = 'Backups'

export const listBackups = endpoint({
  method: 'GET',
  path: '/api/backups',
  access,
  tag,
  summary: 'The backups of the whole service, newest first',
  description: 'Those in the data folder of the node that answers.',
  query: PageQuery,
  answer: Paginated(Backup),
})

export const createBackup = endpoint({
  method: 'POST',
  path: '/api/backups',
  access,
  tag,
  summary: 'Make a backup',
  description:
    'It is made in the background: GET /api/jobs tells how the job fares, and the backup is listed once it is complete. While one of the same kind waits or is being made, its job is the answer. Where media is kept in S3, `uploads` is refused with 422.',
  body: Type.Object({
    kind: OneOf([...backupKinds, 'all'], { default: 'database' }),
  }),
  answer: Type.Object({ job_id: Id }),
  status: 201,
  problems: ['invalid'],
})
