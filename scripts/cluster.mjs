// Several nodes of the service behind nginx on this machine.
//   --port N   where nginx listens; a free port otherwise
//   --prove    loads it, kills and restarts nodes meanwhile, and reports the results
import { parseArgs } from 'node:util'
import { prove } from './cluster/prove.mjs'
import { startCluster } from './cluster/start.mjs'

function flagsGiven() {
  try {
    const { values } = parseArgs({ options: { prove: { type: 'boolean' }, port: { type: 'string' } } })
    const port = values.port === undefined ? undefined : Number(values.port)
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new Error(`--port: got "${values.port}"; it takes a number from 1 to 65535`)
    return { prove: values.prove === true, port }
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

function untilInterrupted() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal))
  })
}

async function show(cluster) {
  const { url, admin, nodes, folder } = cluster
  console.log(`
Inkstone answers at ${url} (reference: ${url}/docs)
  administrator   ${admin.username}
  password        ${admin.password}
  nodes           ${nodes.map((node) => node.address).join(', ')}
  logs            ${folder}

Ctrl-C stops everything and removes its data.`)
}

const flags = flagsGiven()
const interrupted = untilInterrupted()
const limits = { RATE_LIMIT_ANON: '0', RATE_LIMIT_USER: '0' }
try {
  const cluster = await startCluster({ port: flags.port, ...(flags.prove && { settings: limits }) })
  try {
    if (flags.prove) {
      const proved = await Promise.race([prove(cluster), interrupted.then(() => false)])
      process.exitCode = proved ? 0 : 1
    } else {
      await show(cluster)
      await interrupted
    }
  } finally {
    await cluster.stop()
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
// Requests that were in flight at the interruption cannot be answered any more.
process.exit()
