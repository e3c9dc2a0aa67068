// Runs the service on a free port in a temporary folder, for the checks that need one.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'

const program = fileURLToPath(new URL('../server/bin/inkstone.mjs', import.meta.url))
const ADMIN_PASSWORD = 'the first administrator'

/** Returns its URL, a function to call it as its administrator, and `stop`. */
export async function startService(settings = {}) {
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-running-'))
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_PASSWORD,
    RATE_LIMIT_USER: '0',
    ...settings,
  }
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    process.off('exit', killed)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = await listening(child)
    const { data } = await request(url, 'POST', '/api/auth/login', {
      username: 'admin',
      password: ADMIN_PASSWORD,
    })
    const call = (method, path, body) => request(url, method, path, body, data.token)
    return { url, token: data.token, call, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk) => {
      output += chunk
      const [, url] = /inkstone is ready/.test(output) ? (/"url":"([^"]+)"/.exec(output) ?? []) : []
      if (url) resolve(url)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', (code) => reject(new Error(`the service ended with ${code} at its start\n${output}`)))
  })
}

async function request(url, method, path, body, token) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}
