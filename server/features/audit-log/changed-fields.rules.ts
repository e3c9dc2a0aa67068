/** Both sides of a change for the audit log: the fields that differ, and those that every entry shows. */
export function changedFields<State extends object>(
  before: State,
  after: State,
  always: readonly (keyof State)[] = [],
): { before: Partial<State>; after: Partial<State> } {
  const differs = (field: keyof State) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const fields = (Object.keys(after) as (keyof State)[]).filter(
    (field) => always.includes(field) || differs(field),
  )
  const side = (state: State) =>
    Object.fromEntries(fields.map((field) => [field, state[field]])) as Partial<State>
  return { before: side(before), after: side(after) }
}
