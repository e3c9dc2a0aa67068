import type { Registry } from 'prom-client'
import type { GaugeSource } from './prometheus.ts'

export interface Metrics {
  /** `route` is the pattern, never the address: each distinct value stays in memory for good. */
  countRequest(method: string, route: string, status: number, seconds: number): void
  /** Everything in the text format of Prometheus. */
  render(): Promise<string>
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function createMetrics(gauges: readonly GaugeSource[]): Metrics {
  const requests = createRequestCounts()
  let registry: Promise<Registry> | undefined
  return {
    countRequest: requests.count,
    async render() {
      // Loaded by the first who asks: a node that nobody watches does not pay for it.
      registry ??= import('./prometheus.ts').then(({ createRegistry }) => createRegistry(gauges))
      return requests.render() + (await (await registry).metrics())
    },
  }
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface RouteCounts {
  readonly method: string
  readonly route: string
  readonly byStatus: Map<number, number>
  /** One for each bucket, and one for what is slower than the last. */
  readonly byBucket: Float64Array
  seconds: number
}

// Our own, because every request passes here: measured 0.4 µs, against 9 µs for a counter and a histogram of
// prom-client, which makes a text of the labels each time.
function createRequestCounts() {
  const routes = new Map<string, RouteCounts>()

  function countsOf(method: string, route: string): RouteCounts {
    const key = `${method} ${route}`
    let counts = routes.get(key)
    if (!counts) {
      counts = {
        method,
        route,
        byStatus: new Map(),
        byBucket: new Float64Array(BUCKETS_SECONDS.length + 1),
        seconds: 0,
      }
      routes.set(key, counts)
    }
    return counts
  }

  return {
    count(method: string, route: string, status: number, seconds: number): void {
      const counts = countsOf(method, route)
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
      let bucket = 0
      while (bucket < BUCKETS_SECONDS.length && seconds > (BUCKETS_SECONDS[bucket] ?? 0)) bucket++
      counts.byBucket[bucket] = (counts.byBucket[bucket] ?? 0) + 1
      counts.seconds += seconds
    },
    render(): string {
      const all = [...routes.values()]
      return [
        '# HELP http_requests_total Requests answered, by route and status.',
        '# TYPE http_requests_total counter',
        ...all.flatMap(totalLines),
        '# HELP http_request_duration_seconds Time from the request to the end of its answer.',
        '# TYPE http_request_duration_seconds histogram',
        ...all.flatMap(durationLines),
        '',
        '',
      ].join('\n')
    },
  }
}

function totalLines({ method, route, byStatus }: RouteCounts): string[] {
  return [...byStatus].map(
    ([status, total]) => `http_requests_total{${labelsOf(method, route)},status="${status}"} ${total}`,
  )
}

function durationLines({ method, route, byBucket, seconds }: RouteCounts): string[] {
  const labels = labelsOf(method, route)
  let total = 0
  const buckets = Array.from(byBucket, (count, index) => {
    total += count
    return `http_request_duration_seconds_bucket{${labels},le="${BUCKETS_SECONDS[index] ?? '+Inf'}"} ${total}`
  })
  return [
    ...buckets,
    `http_request_duration_seconds_sum{${labels}} ${seconds}`,
    `http_request_duration_seconds_count{${labels}} ${total}`,
  ]
}

function labelsOf(method: string, route: string): string {
  return `method="${escaped(method)}",route="${escaped(route)}"`
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')
}
