import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { hashOfAddress } from './address-keys.rules.ts'
import { type FileMarks, storedMarks } from './file-marks.rules.ts'
import type { ImportContext } from './import-context.ts'
import { insertAddresses, insertItems } from './imports.store.ts'
import type { ImportAddressTable } from './imports.table.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'
import type { ReadyText } from './ready-texts.ts'

export interface WrittenText extends ReadyText {
  /** For a source that can be imported again with changes. */
  readonly marks: FileMarks | undefined
  readonly id: number
  readonly mark: string
}

/** Stores the origin and the former URLs of each text. */
export async function saveOrigins(
  tx: Tx,
  context: ImportContext,
  written: readonly WrittenText[],
): Promise<void> {
  const { uploading, ledger } = context
  const made = await insertItems(
    tx,
    written.map(({ item, text, id, marks, mark }) => ({
      import_id: ledger.importId,
      site_id: uploading.actor.siteId,
      type: item.kind,
      ref_id: id,
      origin: item.origin,
      place: item.where,
      open_links: text.openLinks.length > 0 ? 1 : 0,
      ...(marks && { file_marks: storedMarks(marks), written: mark }),
    })),
  )
  // Another import is importing the same items: this part of the transaction is rolled back.
  if (made < written.length) throw new Problem('unavailable')
  const importId = ledger.importId
  await saveAddresses(
    tx,
    uploading,
    written.map(({ item, id }) => ({ item, id, importId })),
  )
}

/** Those that lead elsewhere already stay as they are. */
export async function saveAddresses(
  tx: Tx,
  { actor }: Pick<Uploading, 'actor'>,
  texts: readonly {
    readonly item: ImportedArticle | ImportedPage
    readonly id: number
    readonly importId: number
  }[],
): Promise<void> {
  const rows = texts.flatMap(({ item, id, importId }) =>
    addressesOf(item).map((address) => ({
      ...address,
      import_id: importId,
      site_id: actor.siteId,
      type: item.kind,
      ref_id: id,
    })),
  )
  await insertAddresses(tx, rows)
}

type Address = Pick<ImportAddressTable, 'address_hash' | 'address' | 'is_main'>

function addressesOf({
  addresses,
  address,
  formerAddresses = [],
}: ImportedArticle | ImportedPage): Address[] {
  return [
    ...[...new Set(addresses)].map((key, at) => ({
      address_hash: hashOfAddress(key),
      address: at === 0 ? address : key,
      is_main: at === 0 ? 1 : 0,
    })),
    ...formerAddresses.map(({ address: former, key }) => ({
      address_hash: hashOfAddress(key ?? `former ${former}`),
      address: former,
      is_main: 1,
    })),
  ]
}
