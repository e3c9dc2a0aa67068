// Three nodes of the service behind nginx, with one PostgreSQL, one Redis and one S3 server; all on loopback.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import S3rver from '@20minutes/s3rver'
import { ensureBuilt } from '../build.mjs'
import { findOrInstall } from '../programs.mjs'
import { startServices } from '../services.mjs'
import { nginxConfig } from './nginx.mjs'
import { answers, freePort, startKeeper, startProcess } from './processes.mjs'

const NODES = 3
const BUCKET = 'inkstone'
const program = fileURLToPath(new URL('../../server/bin/inkstone.mjs', import.meta.url))

/** Returns the URL, the administrator, the nodes and `stop`. `settings` are added to those of every node. */
export async function startCluster({ port: wantedPort, settings = {} } = {}) {
  const nginxProgram = findOrInstall(['nginx']).nginx
  await ensureBuilt()
  const services = await startServices({ postgres: true, redis: true })
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-cluster-'))
  const keeper = startKeeper(folder)
  // Stopped in reverse order: without nginx the nodes have no connections to wait for.
  const stops = [
    services.stop,
    async () => {
      rmSync(folder, { recursive: true, force: true })
      keeper.dismiss()
    },
  ]
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const s3 = await startS3(folder)
    stops.push(s3.stop)
    const port = wantedPort ?? (await freePort())
    const admin = { username: 'admin', password: randomBytes(9).toString('base64url') }
    const shared = {
      PATH: process.env.PATH,
      DATABASE_URL: services.env.TEST_DATABASE_URL,
      REDIS_URL: services.env.TEST_REDIS_URL,
      ...s3.settings,
      SECRET_KEY: randomBytes(32).toString('hex'),
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...settings,
    }
    const nodes = []
    for (let number = 1; number <= NODES; number++)
      nodes.push(createNode({ number, port: await freePort(), folder, shared, keeper }))
    stops.push(() => Promise.all(nodes.map((node) => node.stop())))
    await Promise.all(nodes.map((node) => node.start()))
    const nginx = await startNginx({ program: nginxProgram, folder, port, nodes, keeper })
    stops.push(() => nginx.stop())
    return { url: `http://127.0.0.1:${port}`, admin, nodes, folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startS3(folder) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    // It signs the URL of a bucket in another way than the SDK.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  return {
    settings: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: () => server.close(),
  }
}

function createNode({ number, port, folder, shared, keeper }) {
  const dataDir = join(folder, `node-${number}`)
  const logFile = join(folder, `node-${number}.log`)
  mkdirSync(dataDir)
  let running

  return {
    number,
    port,
    address: `127.0.0.1:${port}`,
    async start() {
      const env = { ...shared, PORT: String(port), DATA_DIR: dataDir }
      running = startProcess({ program: process.execPath, args: [program, 'serve'], env, logFile, keeper })
      await answers(`http://127.0.0.1:${port}/readyz`, running, logFile)
    },
    /** Like a crash or a power failure. */
    async kill() {
      running.signal('SIGKILL')
      return running.ended
    },
    /** Requests in flight are finished. */
    async stop() {
      return running?.stop()
    },
  }
}

async function startNginx({ program: nginxProgram, folder, port, nodes, keeper }) {
  // nginx's workers do not run as root, but write large bodies to folders below this one.
  chmodSync(folder, 0o711)
  const configFile = join(folder, 'nginx.conf')
  writeFileSync(configFile, nginxConfig({ folder, port, nodePorts: nodes.map((node) => node.port) }))
  const logFile = join(folder, 'nginx.log')
  const nginx = startProcess({
    program: nginxProgram,
    args: ['-c', configFile, '-e', 'stderr'],
    env: { PATH: process.env.PATH },
    logFile,
    keeper,
  })
  await answers(`http://127.0.0.1:${port}/healthz`, nginx, logFile)
  return nginx
}
