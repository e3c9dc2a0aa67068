import type { WordAction } from '@inkstone/contract/moderation.ts'
import type { Generated, Selectable } from 'kysely'

export interface SensitiveWordTable {
  id: Generated<number>
  site_id: number
  word: string
  /** Lower case, so that the same word is stored once. */
  word_key: string
  action: WordAction
  replacement: Generated<string>
  hits: Generated<number>
  created_at: number
}
export type SensitiveWordRow = Selectable<SensitiveWordTable>

/** Grows with each change of a site's words, so that a node can invalidate its cached matcher. */
export interface WordListTable {
  site_id: number
  version: number
}

export interface BlockedNetworkTable {
  id: Generated<number>
  site_id: number
  /** In the canonical form of `canonicalNetwork`. */
  network: string
  reason: string
  expires_at: number | null
  created_by: number
  created_at: number
}
export type BlockedNetworkRow = Selectable<BlockedNetworkTable>
