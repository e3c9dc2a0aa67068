import type { EngineName } from '../../platform/sql/handles.ts'
import { fts5Index } from './fts5.store.ts'
import type { SearchIndex } from './index.rules.ts'
import { tsvectorIndex } from './tsvector.store.ts'

const indexes: Record<EngineName, SearchIndex> = { sqlite: fts5Index, postgres: tsvectorIndex }

export function indexOf({ engine }: { engine: EngineName }): SearchIndex {
  return indexes[engine]
}
