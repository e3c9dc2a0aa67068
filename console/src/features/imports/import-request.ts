import type { ImportKind } from '@inkstone/contract/imports.ts'

/** What the user has chosen in the wizard. */
interface ImportChoices {
  readonly file: File
  readonly kind: ImportKind
  readonly fetches: boolean
  /** Whether texts change whose files changed: only for Markdown. */
  readonly updates: boolean
}

/** Names in the file, and those on this site. */
export type NameMap = Readonly<Record<string, string>>

export interface MappedNames {
  readonly authors: NameMap
  readonly categories: NameMap
}

/** The request that only reports what would be imported. */
export function checkRequest(choices: ImportChoices): FormData {
  return requestWith(choices.file, [...chosen(choices), ['dry_run', '1']])
}

/** The request that imports. Names that are mapped to nothing stay as they are. */
export function importRequest(choices: ImportChoices, { authors, categories }: MappedNames): FormData {
  return requestWith(choices.file, [
    ...chosen(choices),
    ['dry_run', '0'],
    ...mapping('authors', authors),
    ...mapping('categories', categories),
  ])
}

function chosen({ kind, fetches, updates }: ImportChoices): [string, string][] {
  return [
    ['kind', kind],
    ['media', fetches ? 'fetch' : 'skip'],
    ...(kind === 'markdown' && updates ? [['update', '1'] satisfies [string, string]] : []),
  ]
}

function mapping(field: string, names: NameMap): [string, string][] {
  const lines = Object.entries(names).flatMap(([old, target]) =>
    target.trim() === '' ? [] : `${old}=${target.trim()}`,
  )
  return lines.length > 0 ? [[field, lines.join('\n')]] : []
}

function requestWith(file: File, fields: readonly (readonly [string, string])[]): FormData {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  body.append('file', file, file.name)
  return body
}
