const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface RouteCounts {
  readonly method: string
  readonly route: string
  readonly byStatus: Record<string, number>
  /** One for each bucket, and one for slower requests. */
  readonly byBucket: number[]
  seconds: number
}

/** The counts of one process, in a form that can be sent to another. */
export type RequestCounts = readonly Readonly<RouteCounts>[]

// Our own, because it runs for every request: measured 0.4 µs, against 9 µs for a counter and a histogram of
// prom-client, which builds a string of the labels each time.
export function createRequestCounts() {
  const routes = new Map<string, RouteCounts>()
  return {
    count(method: string, route: string, status: number, seconds: number): void {
      const counts = countsOf(routes, method, route)
      counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1
      let bucket = 0
      while (bucket < BUCKETS_SECONDS.length && seconds > (BUCKETS_SECONDS[bucket] ?? 0)) bucket++
      counts.byBucket[bucket] = (counts.byBucket[bucket] ?? 0) + 1
      counts.seconds += seconds
    },
    all: (): RequestCounts => [...routes.values()],
  }
}

function countsOf(routes: Map<string, RouteCounts>, method: string, route: string): RouteCounts {
  const key = `${method} ${route}`
  const known = routes.get(key)
  if (known) return known
  const counts = {
    method,
    route,
    byStatus: {},
    byBucket: Array(BUCKETS_SECONDS.length + 1).fill(0),
    seconds: 0,
  }
  routes.set(key, counts)
  return counts
}

/** The sum over several processes. */
export function sumOf(all: readonly RequestCounts[]): RequestCounts {
  const routes = new Map<string, RouteCounts>()
  for (const { method, route, byStatus, byBucket, seconds } of all.flat()) {
    const sum = countsOf(routes, method, route)
    for (const [status, total] of Object.entries(byStatus))
      sum.byStatus[status] = (sum.byStatus[status] ?? 0) + total
    byBucket.forEach((count, bucket) => {
      sum.byBucket[bucket] = (sum.byBucket[bucket] ?? 0) + count
    })
    sum.seconds += seconds
  }
  return [...routes.values()]
}

/** In the text format of Prometheus. */
export function renderCounts(all: RequestCounts): string {
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
}

function totalLines({ method, route, byStatus }: RouteCounts): string[] {
  return Object.entries(byStatus).map(
    ([status, total]) => `http_requests_total{${labelsOf(method, route)},status="${status}"} ${total}`,
  )
}

function durationLines({ method, route, byBucket, seconds }: RouteCounts): string[] {
  const labels = labelsOf(method, route)
  let total = 0
  const buckets = byBucket.map((count, index) => {
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
