import type { Uploading } from '../media/storing.actions.ts'
import type { FileImporter } from './files.actions.ts'
import type { FolderUpdates } from './folder-updates.actions.ts'
import type { Source } from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import type { Names } from './names.actions.ts'

/** The shared state of an import. */
export interface ImportContext {
  readonly uploading: Uploading
  readonly source: Source
  readonly ledger: Ledger
  readonly names: Names
  readonly files: FileImporter
  /** For an import that updates what changed in its source. */
  readonly updates: FolderUpdates | undefined
}
