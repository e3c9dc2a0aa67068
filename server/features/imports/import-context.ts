import type { Uploading } from '../media/storing.actions.ts'
import type { FileImporter } from './files.actions.ts'
import type { Source } from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import type { Names } from './names.actions.ts'

/** What every part of an import works with. */
export interface ImportContext {
  readonly uploading: Uploading
  readonly source: Source
  readonly ledger: Ledger
  readonly names: Names
  readonly files: FileImporter
}
