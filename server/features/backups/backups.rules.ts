import type { BackupKind } from '@inkstone/contract/backups.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export const makeBackups = jobKind<{ kind: BackupKind | 'all' }>('backups.make')

/** An error that the user can fix; shown as one line. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** The locations of the data and of the backups. */
export interface BackupPlace {
  readonly folder: string
  /** Undefined for SQLite in `sqlitePath`. */
  readonly databaseUrl: string | undefined
  readonly sqlitePath: string
  readonly secretKeyPath: string
  readonly uploads: string
  readonly theme: string
  /** Where media is stored if it is not in `uploads`, such as a bucket. */
  readonly elsewhere: string | undefined
  openStorage(): Promise<Storage>
  /** The folder of PostgreSQL's client programs, if set. */
  readonly postgresPrograms: string | undefined
}

/** Files in a bucket are not backed up here. */
export function kindsOf(
  kind: BackupKind | 'all',
  { elsewhere }: Pick<BackupPlace, 'elsewhere'>,
): BackupKind[] {
  const kinds: BackupKind[] = kind === 'all' ? ['database', 'uploads'] : [kind]
  return elsewhere === undefined ? kinds : kinds.filter((each) => each !== 'uploads')
}

/** `2026-11-15T02-00-00Z-database`; a second one in the same second ends in `-2`. */
export function backupName(kind: BackupKind, now: number, nth = 1): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${time}Z-${kind}${nth > 1 ? `-${nth}` : ''}`
}

const NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z-(database|uploads)(?:-\d+)?$/

/** Parses the name of a backup; undefined for other entries of the folder. */
export function partsOfName(name: string): { kind: BackupKind; createdAt: number } | undefined {
  const [, day, hour, minute, second, kind] = NAME.exec(name) ?? []
  const createdAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return kind === undefined || Number.isNaN(createdAt) ? undefined : { kind: kind as BackupKind, createdAt }
}

export const DAY_MS = 86_400_000
/** A clock change or a late start must not leave an eighth backup in seven days. */
const TOLERANCE_MS = 2 * 3_600_000

/** The expired backups of a kind, never the newest. */
export function expiredBackups(
  names: readonly string[],
  kind: BackupKind,
  keepMs: number,
  now: number,
): string[] {
  const dated = names
    .map((name) => ({ name, parts: partsOfName(name) }))
    .filter(({ parts }) => parts?.kind === kind)
    .map(({ name, parts }) => ({ name, createdAt: parts?.createdAt ?? now }))
    .sort((one, other) => other.createdAt - one.createdAt)
  return dated
    .slice(1)
    .filter(({ createdAt }) => createdAt <= now - keepMs + TOLERANCE_MS)
    .map(({ name }) => name)
}

/** The cron pattern of the setting `backup_time`; `weekday` for once a week. */
export function cronAt(time: string, weekday: '*' | '0'): string {
  const [hour = '2', minute = '0'] = time.split(':')
  return `${Number(minute)} ${Number(hour)} * * ${weekday}`
}
