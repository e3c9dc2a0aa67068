// `npm run demo`: creates a small bilingual magazine in its own folder (DATA_DIR, default ./data-demo) and starts the
// service. If there is content already, it only starts the service.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = process.env.DATA_DIR ?? join(root, 'data-demo')
const port = process.env.PORT ?? '3000'

function run(...words) {
  return spawn(process.execPath, [join(root, 'server/bin/inkstone.mjs'), ...words], {
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: folder, PORT: port },
  })
}

async function ended(program) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal))
  const [code] = await once(program, 'exit')
  return code ?? 0
}

if (!existsSync(join(folder, 'inkstone.db'))) {
  const code = await ended(run('seed', '--demo'))
  if (code !== 0) process.exit(code)
  console.log(
    `\nThe magazine is at http://127.0.0.1:${port}/, the console at http://127.0.0.1:${port}/admin.\n`,
  )
}
process.exit(await ended(run('serve')))
