interface Difference {
  readonly field: string
  /** Undefined if there is nothing to compare with. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The changes of an entry, field by field; only fields that differ. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...old.keys(), ...now.keys()])]
  return fields
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter(({ before, after }) => before !== after)
}

function fieldsOf(state: unknown): ReadonlyMap<string, string> {
  if (state === null || state === undefined) return new Map()
  if (typeof state !== 'object' || Array.isArray(state)) return new Map([['', textOf(state)]])
  return new Map(Object.entries(state).map(([field, value]) => [field, textOf(value)]))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
