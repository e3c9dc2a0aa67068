export type PageName = { column: 'id'; value: number } | { column: 'alias'; value: string }

const NO_ID = 0

/** Aliases never consist of digits only, so digits are an id. Numbers too large for the database match nothing. */
export function pageNamed(text: string): PageName {
  if (!isDigits(text)) return { column: 'alias', value: text }
  const id = Number(text)
  return { column: 'id', value: Number.isSafeInteger(id) ? id : NO_ID }
}

export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}
