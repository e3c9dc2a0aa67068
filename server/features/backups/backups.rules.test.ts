import { describe, expect, test } from 'vitest'
import {
  BackupRefused,
  backupName,
  cronAt,
  DAY_MS,
  expiredBackups,
  kindsOf,
  partsOfName,
} from './backups.rules.ts'
import { readManifest } from './manifest.rules.ts'

const NOON = Date.parse('2026-11-15T12:00:00Z')

test('a name contains kind and time', () => {
  expect(backupName('database', NOON)).toBe('2026-11-15T12-00-00Z-database')
  expect(partsOfName('2026-11-15T12-00-00Z-database')).toEqual({ kind: 'database', createdAt: NOON })
  expect(partsOfName(backupName('uploads', NOON, 2))).toEqual({ kind: 'uploads', createdAt: NOON })
})

test.each([
  '.unfinished-2026-11-15T12-00-00Z-database',
  'damaged-2026-11-15T12-00-00.000Z',
  '2026-13-45T12-00-00Z-database',
  '2026-11-15T12-00-00Z-other',
  '.lock',
])('%s is not a backup', (name) => {
  expect(partsOfName(name)).toBeUndefined()
})

describe('expired backups', () => {
  const daily = Array.from({ length: 12 }, (_, day) => backupName('database', NOON - day * DAY_MS))

  test('seven days leave seven daily backups', () => {
    expect(expiredBackups(daily, 'database', 7 * DAY_MS, NOON)).toEqual(daily.slice(7))
  })
  test('a late run does not leave an eighth', () => {
    expect(expiredBackups(daily, 'database', 7 * DAY_MS, NOON - 3_600_000)).toEqual(daily.slice(7))
  })
  test('the newest is kept, however old it is', () => {
    expect(expiredBackups(daily.slice(11), 'database', DAY_MS, NOON)).toEqual([])
  })
  test('other kinds are not affected', () => {
    expect(expiredBackups(daily, 'uploads', DAY_MS, NOON)).toEqual([])
  })
  test('four weeks leave four weekly backups', () => {
    const weekly = Array.from({ length: 6 }, (_, week) => backupName('uploads', NOON - week * 7 * DAY_MS))
    expect(expiredBackups(weekly, 'uploads', 28 * DAY_MS, NOON)).toEqual(weekly.slice(4))
  })
})

test('the time in the settings becomes a cron pattern', () => {
  expect(cronAt('02:00', '*')).toBe('0 2 * * *')
  expect(cronAt('23:05', '0')).toBe('5 23 * * 0')
})

test('a bucket is not copied', () => {
  expect(kindsOf('all', { elsewhere: undefined })).toEqual(['database', 'uploads'])
  expect(kindsOf('all', { elsewhere: 'a bucket' })).toEqual(['database'])
  expect(kindsOf('uploads', { elsewhere: 'a bucket' })).toEqual([])
})

const sound = {
  format: 1,
  kind: 'database',
  engine: 'sqlite',
  migration: 1,
  version: '1.0.0',
  created: '2026-11-15T12:00:00.000Z',
  media: '',
  rows: {},
  files: [{ path: 'inkstone.db', size: 1, sha256: 'a'.repeat(64) }],
}
const withPath = (path: string) => ({ ...sound, files: [{ path, size: 1, sha256: 'a'.repeat(64) }] })

test('a valid manifest is parsed', () => {
  expect(readManifest(JSON.stringify(sound), 'it')).toEqual(sound)
})
test.each([
  ['half of it', JSON.stringify(sound).slice(0, 60), /damaged/],
  ['a list', '[]', /damaged/],
  ['a file outside', JSON.stringify(withPath('../../etc/passwd')), /damaged/],
  ['a file by the way of another folder', JSON.stringify(withPath('uploads/../../x')), /damaged/],
  ['an absolute file', JSON.stringify(withPath('/etc/passwd')), /damaged/],
  [
    'an upload outside of the uploads, once its folder is cut off',
    JSON.stringify({ ...withPath('abcdefgh../secret.key'), kind: 'uploads' }),
    /damaged/,
  ],
  ['a later format', JSON.stringify({ ...sound, format: 2 }), /newer version/],
])('a manifest with %s is rejected', (_, text, message) => {
  expect(() => readManifest(text, 'it')).toThrow(BackupRefused)
  expect(() => readManifest(text, 'it')).toThrow(message)
})
