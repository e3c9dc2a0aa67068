interface Details {
  readonly code: number
  readonly message: string
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined
  readonly retryAfterMs?: number | undefined
  readonly problem?: string | undefined
}

/** A readable error, with messages by field. Status 0: there was no response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** How long the server asks to wait. */
  readonly retryAfterMs: number
  /** The name of the problem in the contract; empty without a response. */
  readonly problem: string

  constructor(
    readonly status: number,
    { code, message, fields = {}, retryAfterMs = 0, problem = '' }: Details,
  ) {
    super(message)
    this.code = code
    this.fields = fields
    this.retryAfterMs = retryAfterMs
    this.problem = problem
  }
}
