import type { FileMarks } from './file-marks.rules.ts'
import type { KnownItem } from './imports.store.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'
import type { PreparedText } from './texts.actions.ts'

export type ImportedText = ImportedArticle | ImportedPage

/** A text to write. */
export interface ReadyText {
  readonly item: ImportedText
  readonly text: PreparedText
}

/** A text whose file changed since it was imported, or was moved. */
export interface Update {
  readonly item: ImportedText
  readonly known: KnownItem
  readonly marks: FileMarks
  /** The names of the fields that changed in the file. */
  readonly changed: ReadonlySet<string>
}

export type ReadyUpdate = Update & ReadyText
