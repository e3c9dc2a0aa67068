import { sanitizeHtml } from '../../platform/html.ts'
import { invalid } from '../../platform/problem.ts'

export type PageName = { column: 'id'; value: number } | { column: 'alias'; value: string }

const NO_ID = 0

/** Aliases are never digits alone, so digits are an id; more of them than a database can count to are nobody's. */
export function pageNamed(text: string): PageName {
  if (!isDigits(text)) return { column: 'alias', value: text }
  const id = Number(text)
  return { column: 'id', value: Number.isSafeInteger(id) ? id : NO_ID }
}

export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Nothing but scripts is nothing: what is left after cleaning must be something. */
export function cleanContent(content: string): string {
  const clean = sanitizeHtml(content)
  if (clean.trim() === '') throw invalid('content', 'required')
  return clean
}
