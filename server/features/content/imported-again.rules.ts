import { hashOf } from './content.rules.ts'

/**
 * What became of a text whose source changed: it was changed, it is the same already, or it stays as it is: in the recycle
 * bin, with unpublished changes, or edited here.
 */
export type ImportedAgain = 'changed' | 'same' | 'binned' | 'open' | 'edited'

export interface Outcome<Row> {
  readonly outcome: ImportedAgain
  /** Its row, unless it stays as it is. */
  readonly written?: Row
  /** Whether its text was edited here since the import wrote it. It stays so, whatever else the source changes. */
  readonly wasEdited?: boolean
  /** Its alias, if it does not get the one of its source because that is taken. */
  readonly keptAlias?: string | undefined
}

/** A text as an import wrote it: when, and its hash. */
export function markOf(writtenAt: number, texts: Readonly<Record<string, string>>): string {
  return `${writtenAt} ${hashOf(JSON.stringify(texts))}`
}

export function writtenAtIn(mark: string): number {
  return Number(mark.split(' ')[0])
}

/**
 * Whether a text was edited since: at another time, and to another text. The time alone stays when only URLs are replaced,
 * and the hash alone is the same again after its revision was restored.
 */
export function isEditedSince(mark: string, present: string): boolean {
  const [[time, hash], [presentTime, presentHash]] = [mark.split(' '), present.split(' ')]
  return time !== presentTime && hash !== presentHash
}
