import { removeAbandonedUploads } from '../../platform/files/receiving/receive.ts'
import { removeAbandonedWrites } from '../../platform/storage/folder-storage.ts'
import type { MediaOptions } from './storing.actions.ts'

const DAY_MS = 86_400_000

/** Removes files that a crash during an upload left on the disk of this node. */
export async function removeAbandoned(
  { folder, storageFolder }: Pick<MediaOptions, 'folder' | 'storageFolder'>,
  now: number,
): Promise<void> {
  const olderThan = new Date(now - DAY_MS)
  await removeAbandonedUploads(folder, olderThan)
  await removeAbandonedWrites(storageFolder, olderThan)
}
