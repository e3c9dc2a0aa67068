/** How long to wait after the attempt with this number (the first is 1) failed with this error. */
export type Backoff = (attempt: number, error: unknown) => number | 'give up'

const FIRST_MS = 1_000
const MAX_MS = 60 * 60 * 1_000

/** Doubles each time. Half of it is random, so that jobs that failed together do not retry together. */
export function exponential({ firstMs = FIRST_MS, longestMs = MAX_MS } = {}): Backoff {
  return (attempt) => {
    const fullMs = Math.min(firstMs * 2 ** (attempt - 1), longestMs)
    return Math.ceil(fullMs / 2 + (Math.random() * fullMs) / 2)
  }
}
