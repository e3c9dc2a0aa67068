// For threads when the program runs from its sources: Node loads a thread directly and cannot read TypeScript there.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export async function importSource(url) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}
