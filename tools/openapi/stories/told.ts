/** The service and the user of a scenario. */
export interface Place {
  readonly url: string
  readonly token: string
}

/** A request with an unexpected result fails the scenario. */
export function must<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`the story ends here: ${what}`)
  return value
}

export function mustBe(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted)
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
}
