import { indexEverything } from '../features/search-index/indexing.actions.ts'
import type { CommandCall } from './command.ts'
import { type Progress, startProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

/** Rebuilds the search index, also while the service is running. */
export async function reindex(call: CommandCall): Promise<void> {
  await withDatabase(call.config(), async (engine) => {
    let progress: Progress | undefined
    await indexEverything(engine, {
      fromEmpty: call.flag('from-empty'),
      onProgress: (done, total) => {
        progress ??= startProgress(call, total, 'articles')
        progress.show(done)
      },
    })
    progress?.end()
  })
}
