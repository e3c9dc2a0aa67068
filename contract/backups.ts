import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, FlagShown, Id, Nullable, OneOf, PageQuery, Paginated, Times } from './schema.ts'

export const backupKinds = ['database', 'uploads'] as const
export type BackupKind = (typeof backupKinds)[number]

const Backup = Type.Object({
  name: Type.String({
    description: 'The name to pass to `inkstone restore`.',
    examples: ['2026-03-01T02-00-00Z-database'],
  }),
  kind: OneOf(backupKinds),
  size: Type.Integer({ ...Count, description: 'Total size of its files in bytes.' }),
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
        'What a restore would undo on all sites: articles and pages created or changed since, and comments, files and users created since. For a backup of uploads, all are 0 except media.',
    },
  ),
  command: Type.String({
    description:
      'The command that restores it. Stop the service first and run it in the folder of the service.',
    examples: ['inkstone restore --replace 2026-03-01T02-00-00Z-database'],
  }),
  last_restore: Nullable(
    Type.Object(
      {
        done: FlagShown,
        reason: Type.String({ description: 'Why it failed. Empty if it succeeded.' }),
        ...Times('restore'),
      },
      { description: 'The last restore by the service itself, if it was of this backup. Otherwise null.' },
    ),
  ),
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
  summary: 'List backups, newest first',
  description: 'Lists the backups in the data folder of the node that handles the request.',
  query: PageQuery,
  answer: Paginated(Backup),
})

export const createBackup = endpoint({
  method: 'POST',
  path: '/api/backups',
  access,
  tag,
  summary: 'Create a backup',
  description:
    'The backup is created in the background. GET /api/jobs shows the state of the job, and the backup is listed once it is complete. If a job of the same kind is already waiting or running, that job is returned. If media is stored in S3, `uploads` returns 422.',
  body: Type.Object({
    kind: OneOf([...backupKinds, 'all'], { default: 'database' }),
  }),
  answer: Type.Object({ job_id: Id }),
  status: 201,
  problems: ['invalid'],
  creates: true,
})

export const getBackup = endpoint({
  method: 'GET',
  path: '/api/backups/{name}',
  access,
  tag,
  summary: 'Read a backup and what a restore would undo',
  description:
    'It is restored with POST /api/backups/{name}/restore, or with the command while the service is stopped. The previous state is kept as a backup.',
  params,
  answer: BackupDetail,
  problems,
})

export const restoreBackup = endpoint({
  method: 'POST',
  path: '/api/backups/{name}/restore',
  access,
  sessionOnly: true,
  sensitive: true,
  tag,
  summary: 'Restore a backup',
  description:
    'The backup is checked first. After the response, the node finishes what it is doing, closes the database, keeps the present state as a backup, restores this one and starts again. Meanwhile it answers 503 with Retry-After. If that fails, or the restored database cannot be opened, the present state stays; GET /api/backups/{name} says why. Restoring a database ends every session. A backup of the other engine is copied table by table. On PostgreSQL, stop the other nodes first.',
  params,
  body: Type.Object({
    confirm: Type.String({
      maxLength: 100,
      description: 'The name of the backup again.',
      examples: ['2026-03-01T02-00-00Z-database'],
    }),
  }),
  problems: ['backup-not-found', 'backup-unfit', 'restore-under-way', 'invalid'],
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
    'A zip of the backup folder. Unpack it to use it with `inkstone restore`. It contains everything, including the secret key and password hashes.',
  params,
  file: { mediaTypes: ['application/zip'], description: 'The files of the backup.' },
  problems,
})
