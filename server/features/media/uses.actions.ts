import type { Tx } from '../../database.ts'
import { namesIn } from './addresses.rules.ts'
import type { MediaUseTable } from './media.table.ts'
import { findByNames } from './named-media.store.ts'
import { insertUses, replaceUses } from './uses.store.ts'

interface Used {
  readonly content: string
  readonly cover?: string
}

/** Records which files a text and its cover use, in the same transaction. */
export async function saveUses(tx: Tx, type: MediaUseTable['type'], id: number, used: Used): Promise<void> {
  const named = (['content', 'cover'] as const).map((usedAs) => ({
    usedAs,
    names: namesIn(used[usedAs] ?? ''),
  }))
  const found = await findByNames(
    tx,
    named.flatMap(({ names }) => names),
  )
  const ids = new Map(found.map(({ name, id: mediaId }) => [name, mediaId]))
  await replaceUses(
    tx,
    type,
    id,
    named.flatMap(({ usedAs, names }) =>
      names.flatMap((name) => {
        const mediaId = ids.get(name)
        return mediaId === undefined ? [] : [{ type, ref_id: id, used_as: usedAs, media_id: mediaId }]
      }),
    ),
  )
}

/** The same for articles that were imported together. */
export async function saveUsesOfNew(
  tx: Tx,
  articles: readonly (Required<Used> & { readonly id: number })[],
): Promise<void> {
  const named = articles.flatMap(({ id, content, cover }) => [
    ...namesIn(content).map((name) => ({ ref_id: id, used_as: 'content' as const, name })),
    ...namesIn(cover).map((name) => ({ ref_id: id, used_as: 'cover' as const, name })),
  ])
  if (named.length === 0) return
  const found = await findByNames(tx, [...new Set(named.map(({ name }) => name))])
  const ids = new Map(found.map(({ name, id }) => [name, id]))
  await insertUses(
    tx,
    named.flatMap(({ name, ref_id, used_as }) => {
      const media_id = ids.get(name)
      return media_id === undefined ? [] : [{ type: 'article' as const, ref_id, used_as, media_id }]
    }),
  )
}

/** For permanently deleted content. */
export async function deleteUses(tx: Tx, type: MediaUseTable['type'], id: number): Promise<void> {
  await replaceUses(tx, type, id, [])
}
