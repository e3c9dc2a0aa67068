import { join } from 'node:path'
import { isStorageKey, StorageUnavailable } from '../../platform/storage/storage.ts'
import { type BackupPlace, BackupRefused } from './backups.rules.ts'
import { type Manifest, UPLOADS_FOLDER } from './manifest.rules.ts'

/** The media of the service gets its types from the database. */
const CONTENT_TYPE = 'application/octet-stream'

/**
 * Adds the files of a backup to a bucket. Nothing in it is replaced or removed: the content of a key never changes, so a
 * file that is there is skipped, also when the command runs again.
 */
export async function putIntoStorage(
  { elsewhere, openStorage }: Pick<BackupPlace, 'elsewhere' | 'openStorage'>,
  source: string,
  { files }: Manifest,
  onProgress?: (done: number, total: number, unit: string) => void,
): Promise<void> {
  const storage = await openStorage()
  try {
    for (const [index, { path, size }] of files.entries()) {
      const key = path.slice(UPLOADS_FOLDER.length + 1)
      // What someone else has put into the folder of uploads stays in the backup.
      if (isStorageKey(key) && (await storage.size(key)) !== size)
        await storage.put(key, join(source, path), { contentType: CONTENT_TYPE })
      onProgress?.(index + 1, files.length, 'files')
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new BackupRefused(
      `Not all files are in ${elsewhere} (${error.fault}); run inkstone doctor, and then this command again.`,
    )
  }
}
