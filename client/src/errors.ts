/**
 * An error response of the service. `name` is that of the problem, such as `article-not-found`; `unreachable` without
 * a response.
 */
export class InkstoneError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    readonly status: number,
    readonly code: number,
    /** The error of each field. */
    readonly errors: Readonly<Record<string, readonly string[]>>,
    readonly retryAfterMs: number | undefined,
  ) {
    super(message)
  }
}

interface Refusal {
  readonly error?: string
  readonly message?: string
  readonly code?: number
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

export function errorFrom(
  status: number,
  retryAfter: string | null | undefined,
  body: string,
): InkstoneError {
  const { error, message, code, errors } = refusalIn(body)
  const seconds = retryAfter ? Number(retryAfter) : Number.NaN
  const wait = Number.isFinite(seconds) ? seconds * 1000 : undefined
  return new InkstoneError(
    error ?? 'unknown',
    message ?? `HTTP ${status}`,
    status,
    code ?? status,
    errors ?? {},
    wait,
  )
}

/** A proxy in front of the service may return something else. */
function refusalIn(body: string): Refusal {
  try {
    return (JSON.parse(body) ?? {}) as Refusal
  } catch {
    return {}
  }
}

export function unreachable(cause: unknown): InkstoneError {
  const error = new InkstoneError('unreachable', 'The service cannot be reached.', 0, 0, {}, undefined)
  error.cause = cause
  return error
}
