import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

interface Reading {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Something that is read when it is asked for, not counted as it happens. */
export interface GaugeSource {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  read(): readonly Reading[] | Promise<readonly Reading[]>
}

/** A database that is away takes its gauges with it, but not the rest of the answer. */
const READ_WITHIN_MS = 2_000

/** The gauges, and what Node tells of itself: memory, CPU, open files, garbage collection, event loop. */
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

/** No readings when they cannot be had: a gauge that is missing says so by itself, a 0 would lie. */
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
