import { allProblems, type IssueName, issues, type ProblemName } from '@inkstone/contract/problems.ts'

export type Language = 'en' | 'zh'

export interface Issue {
  readonly name: IssueName
  readonly fill?: Readonly<Record<string, string | number>>
}
export type FieldIssues = ReadonlyMap<string, readonly Issue[]>

interface ProblemDetails {
  readonly fields?: FieldIssues
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The path to use instead, with the same query. */
  readonly location?: string
}

/** The maximum number of reported fields, so that the error list is not larger than the request. */
export const MAX_REPORTED_FIELDS = 50

/** A failure with a name in the contract. Other errors are not shown to callers. */
export class Problem extends Error {
  override name = 'Problem'
  constructor(
    readonly problem: ProblemName,
    readonly details: ProblemDetails = {},
  ) {
    super(problem)
  }
}

/** An error in a body field that its schema cannot detect: 422 on that field. */
export function invalid(field: string, issue: IssueName, fill?: Issue['fill']): Problem {
  return new Problem('invalid', { fields: new Map([[field, [{ name: issue, ...(fill && { fill }) }]]]) })
}

/** The same for a query parameter: 400 on that field. */
export function badQuery(field: string, issue: IssueName, fill?: Issue['fill']): Problem {
  return new Problem('bad-request', { fields: new Map([[field, [{ name: issue, ...(fill && { fill }) }]]]) })
}

export function statusOf(name: ProblemName): number {
  return allProblems.get(name)?.status ?? 500
}

export function codeOf(name: ProblemName): number {
  const kind = allProblems.get(name)
  return kind?.code ?? kind?.status ?? 500
}

/** What a problem is always about. */
export function fieldOf(name: ProblemName): string | undefined {
  return allProblems.get(name)?.field
}

/** The errors by field: those of the problem, or its message for what it is about. */
export function errorsOf(
  { problem, details }: Problem,
  language: Language,
): Record<string, string[]> | undefined {
  if (details.fields) return fieldTexts(details.fields, language)
  const field = fieldOf(problem)
  return field === undefined ? undefined : { [field]: [messageOf(problem, language)] }
}

export function messageOf(name: ProblemName, language: Language): string {
  return allProblems.get(name)?.[language] ?? ''
}

export function issueText(issue: Issue, language: Language): string {
  return issues[issue.name][language].replace(/\{(\w+)\}/g, (_, key: string) =>
    String(issue.fill?.[key] ?? ''),
  )
}

export function fieldTexts(fields: FieldIssues, language: Language): Record<string, string[]> {
  const told = [...fields].slice(0, MAX_REPORTED_FIELDS)
  const texts = told.map(([field, found]) => [
    shortened(field),
    found.map((issue) => issueText(issue, language)),
  ])
  if (fields.size > told.length)
    texts.push(['body', [issueText({ name: 'more-fields', fill: { limit: MAX_REPORTED_FIELDS } }, language)]])
  return Object.fromEntries(texts)
}

const MAX_FIELD_LENGTH = 200

/** Clients choose the names of fields, so their length is limited. */
function shortened(field: string): string {
  return field.length > MAX_FIELD_LENGTH ? `${field.slice(0, MAX_FIELD_LENGTH)}…` : field
}
