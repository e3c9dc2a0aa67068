// The worker thread for long texts when the program runs from its sources: Node loads a thread directly and cannot
// read TypeScript there. The build replaces this file by text-worker.ts.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('./text-worker.ts', import.meta.url))],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
})
await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
