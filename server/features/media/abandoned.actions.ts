import { removeAbandonedReceptions } from '../../platform/files/receiving/receive.ts'
import { removeAbandonedWrites } from '../../platform/storage/folder-storage.ts'
import type { MediaMeans } from './keeping.actions.ts'

const DAY_MS = 86_400_000

/** What a crash in the middle of an upload left on this node's disk. */
export async function removeAbandoned(
  { folder, storageFolder }: Pick<MediaMeans, 'folder' | 'storageFolder'>,
  now: number,
): Promise<void> {
  const olderThan = new Date(now - DAY_MS)
  await removeAbandonedReceptions(folder, olderThan)
  await removeAbandonedWrites(storageFolder, olderThan)
}
