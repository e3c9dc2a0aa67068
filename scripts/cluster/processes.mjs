// The processes of the cluster: each writes its output to a file, and ends with this process.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const READY_WITHIN_MS = 60_000
const ANSWER_WITHIN_MS = 5_000
const LOOK_MS = 50
const STOP_WITHIN_MS = 40_000
const SHOWN_LINES = 20

/**
 * Ends the watched processes and removes the folder if this process dies without dismissing it (kill -9, a crash). A
 * process that has ended is no longer watched, because its id may be reused.
 */
export function startKeeper(folder, { signal = 'TERM', waitSeconds = 6 } = {}) {
  const script = `
    pids=
    while read -r word pid; do
      case $word in
        dismissed) exit ;;
        watch) pids="$pids $pid" ;;
        forget) left=; for each in $pids; do [ "$each" = "$pid" ] || left="$left $each"; done; pids=$left ;;
      esac
    done
    [ -n "$pids" ] && kill -${signal} $pids 2>/dev/null && sleep ${waitSeconds}
    rm -rf "$1"`
  const shell = spawn('sh', ['-c', script, 'sh', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  shell.stdin.on('error', () => {}) // the watcher may have been ended by hand
  return {
    watch: (pid) => pid !== undefined && shell.stdin.write(`watch ${pid}\n`),
    forget: (pid) => shell.stdin.write(`forget ${pid}\n`),
    dismiss: () => shell.stdin.end('dismissed\n'),
  }
}

/** Runs until it is stopped; in its own process group, so that Ctrl-C reaches only this process. */
export function startProcess({ program, args, env, logFile, keeper }) {
  const log = openSync(logFile, 'a')
  const child = spawn(program, args, { env, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${program} could not be started: ${error.message}`)))
    child.once('exit', (code, signal) => {
      keeper.forget(child.pid)
      resolve({ code, signal, at: performance.now() })
    })
  })
  ended.catch(() => {}) // reported to the caller that waits for it
  keeper.watch(child.pid)
  const running = () => child.exitCode === null && child.signalCode === null

  return {
    ended,
    running,
    signal: (name) => child.kill(name),
    async stop(signal = 'SIGTERM') {
      if (!running()) return ended
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
      return ended.finally(() => clearTimeout(timer))
    },
  }
}

/** Waits until it answers 200 there; otherwise fails with the end of its log. */
export async function answers(url, process, logFile) {
  const deadline = performance.now() + READY_WITHIN_MS
  while (process.running() && performance.now() < deadline) {
    if ((await statusOf(url)) === 200) return
    await pause(LOOK_MS)
  }
  await Promise.race([process.ended, pause(0)])
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
  throw new Error(`${url} does not answer 200\n${lines.slice(-SHOWN_LINES).join('\n')}`)
}

/** Leaves no connection open, because a stopping node would wait for it. */
function statusOf(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: ANSWER_WITHIN_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(undefined))
  })
}

// Below the range of ephemeral ports: a node must get its own port again after a restart.
const LOWEST_PORT = 20_000
const PORTS = 10_000

export async function freePort() {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * PORTS)
    if (await isFree(port)) return port
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
