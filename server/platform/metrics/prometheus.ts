import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

interface Reading {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A value that is read on request, not counted. */
export interface GaugeSource {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  read(): readonly Reading[] | Promise<readonly Reading[]>
}

/** If the database is unavailable, its gauges are missing, but the others are returned. */
const READ_WITHIN_MS = 2_000

/** The gauges and Node's own metrics: memory, CPU, open files, garbage collection, event loop. */
export function createRegistry(gauges: readonly GaugeSource[]): Registry {
  const registry = new Registry()
  for (const { name, help, labelNames = [], read } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        this.reset()
        for (const { labels = {}, value } of await readInTime(read)) this.set(labels, value)
      },
    })
  collectDefaultMetrics({ register: registry })
  return registry
}

/** No value if it cannot be read: a missing gauge is clear, a 0 would be wrong. */
async function readInTime(read: GaugeSource['read']): Promise<readonly Reading[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Reading[]>((resolve) => {
    timer = setTimeout(resolve, READ_WITHIN_MS, [])
  })
  const readings = Promise.resolve()
    .then(read)
    .catch(() => [])
  return Promise.race([readings, late]).finally(() => clearTimeout(timer))
}
