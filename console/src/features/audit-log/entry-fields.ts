/** The fields of one side of an entry, as text. */
export function fieldsOf(
  state: unknown,
  listed: (texts: readonly string[]) => string,
): ReadonlyMap<string, string> {
  const textOf = (value: unknown): string => {
    if (Array.isArray(value)) return listed(value.map(textOf))
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  if (state === null || state === undefined) return new Map()
  if (typeof state !== 'object' || Array.isArray(state)) return new Map([['', textOf(state)]])
  const present = Object.entries(named(state)).filter(([, value]) => value !== null)
  return new Map(present.map(([field, value]) => [field, textOf(value)]))
}

/** Where something was moved or merged to, by its name. Entries of earlier versions have only the id. */
function named({ target_name: name, ...state }: { readonly target_name?: unknown }): object {
  const ids = Object.keys(state).filter((field) => field === 'target_id' || field === 'move_to')
  return { ...state, ...Object.fromEntries(ids.map((field) => [field, name ?? idOf(state, field)])) }
}

const idOf = (state: object, field: string) => `#${(state as Readonly<Record<string, unknown>>)[field]}`
