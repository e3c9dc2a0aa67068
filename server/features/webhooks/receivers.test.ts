import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { transform } from 'esbuild'
import { afterAll, expect, test } from 'vitest'

/** Runs the receivers in the documentation unchanged, if their language is installed. */
const page = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const folder = await mkdtemp(join(tmpdir(), 'inkstone-receivers-'))
const running: ChildProcess[] = []
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const SECRET = 'a shared secret'
const example = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

const languages = [
  { language: 'ts', program: process.execPath, file: 'receiver.mjs', args: (path: string) => [path] },
  { language: 'python', program: 'python3', file: 'receiver.py', args: (path: string) => [path] },
  {
    language: 'php',
    program: 'php',
    file: 'receiver.php',
    args: (path: string, port: number) => ['-S', `127.0.0.1:${port}`, path],
  },
]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

for (const { language, program, file, args } of languages) {
  const installed = spawnSync(program, ['--version']).status === 0
  test.runIf(installed)(`the receiver in ${language} accepts genuine deliveries only`, async () => {
    const source = example(language)
    const code = language === 'ts' ? (await transform(source, { loader: 'ts' })).code : source
    const path = join(folder, file)
    await writeFile(path, code)
    const port = await freePort()
    running.push(
      spawn(program, args(path, port), {
        env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET },
      }),
    )
    const body = JSON.stringify({
      event: 'article.created',
      timestamp: 1,
      data: { title: '你好'.repeat(170_000) },
    })
    const post = async (signature: string) => {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          body,
          headers: { 'x-webhook-signature': signature },
        }).catch(() => undefined)
        if (answer) return answer.status
        await pause(100)
      }
    }
    expect(await post(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`)).toBe(204)
    expect(await post(`sha256=${createHmac('sha256', 'another').update(body).digest('hex')}`)).toBe(401)
    expect(await post('')).toBe(401)
  })
}
