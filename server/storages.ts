import { join } from 'node:path'
import { type Settings, WrongSetting } from './environment.ts'
import type { Storage, StorageFault } from './platform/storage/storage.ts'

/** The kinds of storage for uploads: settings, location, how to open it, and advice for failures. */

/** The settings of a storage other than the folder `uploads`. */
export interface StorageConfig {
  readonly s3: S3Config | undefined
}

interface S3Config {
  readonly bucket: string
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
}

export function storageSettingsIn(setting: Settings): StorageConfig {
  return { s3: s3In(setting) }
}

export interface StoragePlace {
  /** The location, for operators. */
  readonly where: string
  /** The location, if it is not on this machine: backups and restores do not include it. */
  readonly elsewhere: string | undefined
  readonly remedies: Readonly<Record<StorageFault, string>>
  open(): Promise<Storage>
}

export function storageOf({ s3, dataDir }: StorageConfig & { readonly dataDir: string }): StoragePlace {
  return s3 ? s3Place(s3) : folderPlace(join(dataDir, 'uploads'))
}

/** Opens the storage: a bucket, or a folder in the data folder. */
export function openStorage(config: StorageConfig & { readonly dataDir: string }): Promise<Storage> {
  return storageOf(config).open()
}

const REMEDIES: Readonly<Record<StorageFault, string>> = {
  'no-space': 'free some space, or raise the quota',
  denied: 'grant this user permission to read, write and delete there',
  'bucket-missing': 'create it',
  unreachable: 'check the network',
  'timed-out': 'check the network',
  'source-missing': 'check the disk',
  failed: 'check the disk',
}

function folderPlace(folder: string): StoragePlace {
  return {
    where: folder,
    elsewhere: undefined,
    remedies: REMEDIES,
    async open() {
      const { createFolderStorage } = await import('./platform/storage/folder-storage.ts')
      return createFolderStorage(folder)
    },
  }
}

function s3Place({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Config): StoragePlace {
  const host = endpoint === undefined ? '' : ` at ${new URL(endpoint).origin}`
  return {
    where: `bucket ${bucket}${host}`,
    elsewhere: `the S3 bucket ${bucket}`,
    remedies: {
      ...REMEDIES,
      'bucket-missing': 'create the bucket, or correct S3_BUCKET',
      unreachable: 'correct S3_ENDPOINT and S3_REGION, or check the network',
      'timed-out': 'check the network and the service at S3_ENDPOINT',
      failed: 'check the disk, or the service at S3_ENDPOINT',
    },
    async open() {
      if (accessKeyId === undefined || secretAccessKey === undefined)
        throw new WrongSetting(
          'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: not set, but S3_BUCKET is; use the keys of an account that can write to the bucket.',
        )
      const { createS3Storage } = await import('./platform/storage/s3-storage.ts')
      return createS3Storage({
        bucket,
        region,
        accessKeyId,
        secretAccessKey,
        ...(endpoint !== undefined && { endpoint }),
      })
    },
  }
}

function s3In(setting: Settings): S3Config | undefined {
  const bucket = setting.given('S3_BUCKET')
  const endpoint = setting.url('S3_ENDPOINT', ['http:', 'https:'], 'https://s3.example.com')
  const accessKeyId = setting.given('S3_ACCESS_KEY_ID')
  const secretAccessKey = setting.given('S3_SECRET_ACCESS_KEY')
  if (bucket === undefined) {
    if (endpoint !== undefined)
      throw new WrongSetting('S3_BUCKET: not set, but S3_ENDPOINT is; use the name of a bucket.')
    return undefined
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new WrongSetting(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: only one of them is set; set both or neither.',
    )
  return { bucket, endpoint, region: setting.text('S3_REGION', 'us-east-1'), accessKeyId, secretAccessKey }
}
