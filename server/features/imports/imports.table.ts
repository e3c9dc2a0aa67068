import type { Generated, Selectable } from 'kysely'

export interface ImportTable {
  id: Generated<number>
  site_id: number
  kind: 'markdown'
  status: 'running' | 'done' | 'undone'
  /** JSON, once it is done. */
  report: Generated<string>
  created_at: number
  updated_at: number
}
export type ImportRow = Selectable<ImportTable>

export interface ImportItemTable {
  id: Generated<number>
  import_id: number
  site_id: number
  /** Where it came from: the same in every import of the same source. */
  origin: string
  type: 'article' | 'media'
  ref_id: number
}
