/**
 * The result of a check: `ok`, `warn` for something that works but needs attention, `fail` for something that does not
 * work.
 */
export interface Finding {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly detail: string
  /** What to do about it. */
  readonly advice?: string
}

export function ok(name: string, detail: string): Finding {
  return { name, status: 'ok', detail }
}

export function warn(name: string, detail: string, advice: string): Finding {
  return { name, status: 'warn', detail, advice }
}

export function fail(name: string, problem: unknown, advice: string): Finding {
  return { name, status: 'fail', detail: reasonOf(problem), advice }
}

/** As one line, without a final period: the advice follows. */
function reasonOf(problem: unknown): string {
  const { message, code } = problem as NodeJS.ErrnoException
  const text = typeof problem === 'string' ? problem : message || code || String(problem)
  return text.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
}

/** A URL without its password. */
export function placeOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
