/** Only changed fields are sent, so that other people's changes to other fields stay. */
export function changedFields<Form extends object>(before: Form, after: Form): Partial<Form> {
  const changed = Object.entries(after).filter(([key, value]) => !isSame(value, before[key as keyof Form]))
  return Object.fromEntries(changed) as Partial<Form>
}

const isSame = (one: unknown, other: unknown) =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
