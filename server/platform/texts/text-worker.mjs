// The worker thread for long texts when the program runs from its sources. The build replaces this file by
// text-worker.ts.
import { importSource } from '../workers/import-source.mjs'

await importSource(new URL('./text-worker.ts', import.meta.url))
