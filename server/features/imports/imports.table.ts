import type { ImportKind } from '@inkstone/contract/imports.ts'
import type { Generated, Selectable } from 'kysely'

export interface ImportTable {
  id: Generated<number>
  site_id: number
  kind: ImportKind
  status: 'queued' | 'running' | 'done' | 'failed' | 'undone'
  /** The report as JSON, set when it is done. */
  report: Generated<string>
  /** The display name of the source. An interrupted import is found by it. */
  source: Generated<string>
  /** The options, as JSON. */
  options: Generated<string>
  /** The reason of a failure. */
  failure: Generated<string>
  /** The user who started it. */
  user_id: Generated<number>
  done: Generated<number>
  total: Generated<number>
  created_at: number
  updated_at: number
}
export type ImportRow = Selectable<ImportTable>

export type ImportedType = 'article' | 'page' | 'media' | 'comment' | 'author' | 'category' | 'tag'

export interface ImportItemTable {
  id: Generated<number>
  import_id: number
  site_id: number
  /** Identifies the item in its source; the same in every import of that source. */
  origin: string
  type: ImportedType
  ref_id: number
  /** Its display name in the source: a path or a title. */
  place: Generated<string>
  /** 1 while its text may contain links to items that were not imported yet. */
  open_links: Generated<number>
  /** The hashes of the fields of its file, as JSON. Empty if its source cannot be imported again with changes. */
  file_marks: Generated<string>
  /** When its text was written, and its hash: whether it was edited here since. */
  written: Generated<string>
  /** The last import that changed it; 0 if none did. */
  updated_in: Generated<number>
}

export type AddressedType = Exclude<ImportedType, 'comment'>

/** A former URL of an imported item. */
export interface ImportAddressTable {
  id: Generated<number>
  import_id: number
  site_id: number
  address_hash: string
  address: string
  type: AddressedType
  ref_id: number
  /** 1 for its public URL. */
  is_main: number
}

/** Something that could not be imported exactly. */
export interface ImportLossTable {
  id: Generated<number>
  import_id: number
  loss_hash: string
  place: string
  what: string
}
