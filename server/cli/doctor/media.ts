import { pino } from 'pino'
import type { Config } from '../../config.ts'
import type { Engine } from '../../database.ts'
import { compareMedia } from '../../features/media/comparing.actions.ts'
import { connectDatabase } from '../../open-database.ts'
import { openStorage } from '../../storages.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const SHOWN = 5

/** Every media record must have its file, and every stored file a record. */
export async function checkMedia(config: Config): Promise<Finding[]> {
  let engine: Engine | undefined
  try {
    engine = await connectDatabase(config, pino({ level: 'silent' }))
    const { objects, missing, orphaned } = await compareMedia(engine, await openStorage(config))
    if (missing.length === 0 && orphaned.length === 0)
      return [ok('media', `${objects} stored files, all with a record`)]
    return [
      ...(missing.length > 0
        ? [
            fail(
              'media',
              `${missing.length} files are missing: ${some(missing)}`,
              'restore them from a backup',
            ),
          ]
        : []),
      ...(orphaned.length > 0
        ? [
            warn(
              'media',
              `${orphaned.length} files have no record: ${some(orphaned)}`,
              'delete them from the storage if nothing else uses it',
            ),
          ]
        : []),
    ]
  } catch (error) {
    return [fail('media', error, 'see the results for database and storage')]
  } finally {
    await engine?.close()
  }
}

function some(keys: readonly string[]): string {
  return keys.slice(0, SHOWN).join(', ') + (keys.length > SHOWN ? ', …' : '')
}
