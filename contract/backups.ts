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

const BackupDetail = Type.Object({
  ...Backup.properties,
  lost: Type.Object(
    {
      articles: Count,
      pages: Count,
      comments: Count,
      media: Count,
      users: Count,
    },
    {
      description:
        'What a restore would undo: articles and pages that were created or changed since, comments and files that came since, users that were created since, on all sites. All 0 for a backup of uploads but media.',
    },
  ),
  command: Type.String({
    description: 'What restores it, in the folder of the service and after stopping it.',
    examples: ['inkstone restore --replace 2026-03-01T02-00-00Z-database'],
  }),
})

const params = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, examples: ['2026-03-01T02-00-00Z-database'] }),
})
const problems = ['backup-not-found'] as const

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

export const getBackup = endpoint({
  method: 'GET',
  path: '/api/backups/{name}',
  access,
  tag,
  summary: 'What a backup is, and what restoring it would undo',
  description:
    'A restore replaces the database under the service, so it is done by the command while the service is stopped; the state before is kept as a backup.',
  params,
  answer: BackupDetail,
  problems,
})

export const downloadBackup = endpoint({
  method: 'GET',
  path: '/api/backups/{name}/download',
  access,
  sessionOnly: true,
  sensitive: true,
  tag,
  summary: 'Download a backup',
  description:
    'A zip of its folder, which `inkstone restore` takes once it is unpacked. It holds everything, the secret key and the hashes of passwords too.',
  params,
  file: { mediaTypes: ['application/zip'], description: 'The files of the backup.' },
  problems,
})
