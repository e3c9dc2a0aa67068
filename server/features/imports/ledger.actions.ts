import type { Engine, Tx } from '../../database.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'
import { storable } from '../../platform/texts/storable.ts'
import { authorsOfImport, countItems, findLosses, insertLosses } from './imports.store.ts'
import type { ImportedType } from './imports.table.ts'
import type { Loss, Report } from './items.ts'
import { updatedPlaces } from './items-again.store.ts'

const MAX_LOSSES = 10_000
const MAX_NAMES = 1000
const MAX_PLACE_LENGTH = 300
const MAX_LOSS_LENGTH = 1000

/** The counts and losses of an import, stored in the database so that it can resume; in memory for a dry run. */
export interface Ledger {
  readonly importId: number
  readonly dryRun: boolean
  addLoss(where: string, what: string): void
  /** The current position; `dropLossesAfter` removes the losses added after it. */
  mark(): number
  dropLossesAfter(mark: number): void
  /** Stores the losses added since the last call. */
  write(tx: Tx): Promise<void>
  hasUnwritten(): boolean
  /** For a dry run, which creates no items. */
  count(type: ImportedType, name?: string): void
  readonly seen: Seen
  report(engine: Engine): Promise<Report>
}

interface Seen {
  found: number
  alreadyThere: number
  /** For a dry run, which stores nothing: what would be updated, and what would be there. */
  readonly updated: string[]
  readonly aliases: Set<string>
  readonly comments: Set<string>
  /** The keys of what links can lead to. */
  readonly targets: Set<string>
  readonly openLinks: { readonly where: string; readonly address: string; readonly key: string }[]
}

export function createLedger(importId: number, dryRun: boolean): Ledger {
  const lossesInMemory: Loss[] = []
  const counts = new Map<ImportedType, number>()
  const authors = new Set<string>()
  const categories = new Set<string>()
  const seen: Seen = {
    found: 0,
    alreadyThere: 0,
    updated: [],
    aliases: new Set(),
    comments: new Set(),
    targets: new Set(),
    openLinks: [],
  }
  let total = 0
  let unwritten: Loss[] = []
  return {
    importId,
    dryRun,
    seen,
    addLoss(where, what) {
      const loss = {
        where: storable(where.slice(0, MAX_PLACE_LENGTH)),
        what: storable(what.slice(0, MAX_LOSS_LENGTH)),
      }
      if (!dryRun) unwritten.push(loss)
      else if (++total <= MAX_LOSSES) lossesInMemory.push(loss)
    },
    mark: () => unwritten.length,
    dropLossesAfter: (mark) => void unwritten.splice(mark),
    hasUnwritten: () => unwritten.length > 0,
    async write(tx) {
      const losses = unwritten
      unwritten = []
      await insertLosses(
        tx,
        losses.map(({ where, what }) => ({
          import_id: importId,
          loss_hash: sha256Hex(`${where}\n${what}`),
          place: where,
          what,
        })),
      )
    },
    count(type, name) {
      if (type === 'author' && name !== undefined) authors.add(name)
      else if (type === 'category' && name !== undefined && categories.size < MAX_NAMES) categories.add(name)
      if (type !== 'author') counts.set(type, (counts.get(type) ?? 0) + 1)
    },
    async report({ db }) {
      const taken = dryRun ? counts : await countItems(db, importId)
      const updated = dryRun ? seen.updated : await updatedPlaces(db, importId)
      const lost = dryRun ? undefined : await findLosses(db, importId, MAX_LOSSES)
      return {
        import_id: importId,
        dry_run: dryRun,
        found: seen.found,
        articles: taken.get('article') ?? 0,
        pages: taken.get('page') ?? 0,
        comments: taken.get('comment') ?? 0,
        categories: taken.get('category') ?? 0,
        tags: taken.get('tag') ?? 0,
        files: taken.get('media') ?? 0,
        already_there: seen.alreadyThere,
        updated: updated.length,
        updated_texts: updated.slice(0, MAX_NAMES),
        authors: dryRun ? [...authors] : await authorsOfImport(db, importId),
        category_names: [...categories],
        losses: lost?.losses.map(({ place, what }) => ({ where: place, what })) ?? lossesInMemory,
        losses_total: lost?.total ?? total,
      }
    },
  }
}
