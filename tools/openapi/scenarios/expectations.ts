/** The service and the user of a scenario. */
export interface Target {
  readonly url: string
  readonly token: string
}

/** A request with an unexpected result fails the scenario. */
export function must<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`the scenario failed: ${what}`)
  return value
}

export function mustBe(found: unknown, expected: unknown, what: string): void {
  if (found !== expected)
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
}
