import type { Registry } from 'prom-client'
import type { GaugeSource } from './prometheus.ts'
import { createRequestCounts, type RequestCounts, renderCounts, sumOf } from './request-counts.ts'

export interface Metrics {
  /** `route` is the pattern, never the URL: each distinct value stays in memory. */
  countRequest(method: string, route: string, status: number, seconds: number): void
  /** What this process has counted. */
  ownCounts(): RequestCounts
  /** All metrics in the text format of Prometheus, including those of other processes of this node. */
  render(others?: readonly RequestCounts[]): Promise<string>
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function createMetrics(gauges: readonly GaugeSource[]): Metrics {
  const requests = createRequestCounts()
  let registry: Promise<Registry> | undefined
  return {
    countRequest: requests.count,
    ownCounts: requests.all,
    async render(others = []) {
      // Loaded on first use, so that a node without monitoring does not pay for it.
      registry ??= import('./prometheus.ts').then(({ createRegistry }) => createRegistry(gauges))
      return renderCounts(sumOf([requests.all(), ...others])) + (await (await registry).metrics())
    },
  }
}
