/** Whether a value has only texts that can be stored: PostgreSQL stores neither NUL characters nor halves of surrogate pairs. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isStorable)
}

/** A value without the characters that cannot be stored, wherever they are. */
export function storable<Value>(value: Value): Value {
  return isStorable(value) ? value : (cleaned(value) as Value)
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner)]))
}
