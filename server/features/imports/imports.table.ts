import type { ImportKind } from '@inkstone/contract/imports.ts'
import type { Generated, Selectable } from 'kysely'

export interface ImportTable {
  id: Generated<number>
  site_id: number
  kind: ImportKind
  status: 'queued' | 'running' | 'done' | 'failed' | 'undone'
  /** JSON, once it is done. */
  report: Generated<string>
  /** What it reads: the name that a person knows it by. An import that was interrupted is found by it. */
  source: Generated<string>
  /** JSON: what it was asked for. */
  options: Generated<string>
  /** Why it failed. */
  failure: Generated<string>
  /** In whose name it acts. */
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
  /** Where it came from: the same in every import of the same source. */
  origin: string
  type: ImportedType
  ref_id: number
  /** What a person knows it by over there: its path, its title. */
  place: Generated<string>
  /** 1 while its text may hold links to things that were not there yet. */
  open_links: Generated<number>
}

/** An address that something had before. */
export interface ImportAddressTable {
  id: Generated<number>
  import_id: number
  site_id: number
  address_hash: string
  address: string
  type: 'article' | 'page'
  ref_id: number
  /** 1 for the one that readers knew it by. */
  is_main: number
}

/** Something that was not taken as it was. */
export interface ImportLossTable {
  id: Generated<number>
  import_id: number
  loss_hash: string
  place: string
  what: string
}
