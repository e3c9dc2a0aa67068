import type { Db } from '../../database.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { folderNameOf, hashOf, marksIn } from './file-marks.rules.ts'
import type { KnownItem } from './imports.store.ts'
import type { ImportedArticle, ImportedPage, Source } from './items.ts'
import { findItem, findPlaces, importsOfKind } from './items-again.store.ts'

type ImportedText = ImportedArticle | ImportedPage

/** What earlier imports of the same folder wrote, for an import that updates it. */
export interface FolderUpdates {
  /** When an earlier import of the same folder ended, by its id; undefined for an import of another folder. */
  endedAt(importId: number): number | undefined
  /** The item of a file whose title changed, or that was moved or renamed and has the same text. */
  earlierItem(item: ImportedText): Promise<KnownItem | undefined>
  /** The items whose files are gone. */
  gone(): readonly KnownItem[]
}

export async function openFolderUpdates(
  { engine: { db }, actor: { siteId } }: Uploading,
  { kind, name, places: present }: Source,
): Promise<FolderUpdates | undefined> {
  if (!present) return undefined
  const earlier = await importsOfKind(db, siteId, kind)
  const same = earlier.filter(({ source }) => folderNameOf(source) === folderNameOf(name))
  const endedAt = new Map(same.map(({ id, updated_at }) => [id, updated_at]))
  const idByPlace = new Map<string, number>()
  const gone = new Map<number, KnownItem>()
  for (const { id: importId } of same)
    for (const { id, place } of await findPlaces(db, importId))
      if (present.has(place)) idByPlace.set(place, id)
      else await addGone(db, gone, id)
  const goneByContent = byContent([...gone.values()])

  return {
    endedAt: (importId) => endedAt.get(importId),
    async earlierItem({ where, kind: type, content }) {
      const retitled = idByPlace.get(where)
      const contentMark = hashOf(content)
      const moved = content === '' ? undefined : goneByContent.get(contentMark)
      const item = retitled === undefined ? moved : await findItem(db, retitled)
      if (item?.type !== type) return undefined
      if (item === moved) {
        goneByContent.delete(contentMark)
        gone.delete(item.id)
      }
      return item
    },
    gone: () => [...gone.values()],
  }
}

async function addGone(db: Db, gone: Map<number, KnownItem>, id: number): Promise<void> {
  const item = await findItem(db, id)
  if (item) gone.set(id, item)
}

/** Those whose text no other has. */
function byContent(items: readonly KnownItem[]): Map<string, KnownItem> {
  const found = new Map<string, KnownItem>()
  const several = new Set<string>()
  for (const item of items) {
    const content = marksIn(item.file_marks)?.content
    if (content === undefined) continue
    if (found.has(content)) several.add(content)
    found.set(content, item)
  }
  for (const content of several) found.delete(content)
  return found
}
