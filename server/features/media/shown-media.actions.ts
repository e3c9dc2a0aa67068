import type { Db } from '../../database.ts'
import type { MaybePromise } from '../../platform/core/maybe-promise.ts'
import { namesIn, pathOf, publicNameIn } from './addresses.rules.ts'
import { variantsOf } from './media.rules.ts'
import { findByNames, type NamedMedia } from './named-media.store.ts'
import { readMediaIn } from './uses.store.ts'

export type { NamedMedia }

/** Details of the files with these URLs, by URL. Only files of the site. */
export async function mediaAt(
  db: Db,
  siteId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, NamedMedia>> {
  const named = addresses.map((address) => [address, publicNameIn(address)] as const)
  const names = named.flatMap(([, name]) => name ?? [])
  if (names.length === 0) return new Map()
  const found = new Map((await findByNames(db, names, siteId)).map((media) => [media.name, media]))
  return new Map(
    named.flatMap(([address, name]) => {
      const media = found.get(name ?? '')
      return media && media.deleted_at === null ? [[address, media] as const] : []
    }),
  )
}

export type MediaOfEach = ReadonlyMap<number, readonly NamedMedia[]>

/** An article or page. */
interface Shown {
  readonly id: number
  /** Its text as readers see it. The files of unpublished changes are in use too, but not shown. */
  readonly text: () => MaybePromise<string>
}

/** The files in the texts of these articles or pages, if they were asked for. */
export async function includedMedia(
  db: Db,
  siteId: number,
  type: 'article' | 'page',
  shown: readonly Shown[],
  include: readonly string[] = [],
): Promise<MediaOfEach | undefined> {
  if (!include.includes('media')) return undefined
  const ids = shown.map(({ id }) => id)
  const inAnyText = await readMediaIn(db, siteId, type, ids)
  const found = new Map<number, readonly NamedMedia[]>()
  for (const { id, text } of shown) {
    const files = inAnyText.get(id)
    if (!files) continue
    const names = new Set(namesIn(await text()))
    found.set(
      id,
      files.filter(({ name }) => names.has(name)),
    )
  }
  return found
}

/** The files in a text, as they are returned with its article or page. */
export function showContentMedia(media: readonly NamedMedia[]) {
  return media.map((one) => ({ ...shownMedia(one), mime_type: one.mime_type }))
}

/** An image of this site as it is returned with its article or page. */
export function showCoverMedia(media: NamedMedia | undefined) {
  return media ? shownMedia(media) : null
}

function shownMedia(media: NamedMedia) {
  const url = pathOf(media.name)
  return {
    id: media.id,
    url,
    alt: media.alt,
    width: media.width,
    height: media.height,
    placeholder: media.blur_placeholder,
    variants: variantsOf(media).map((variant) => ({
      ...variant,
      mime_type: 'image/webp',
      url: `${url}?w=${variant.width}`,
    })),
    focus_x: media.focus_x,
    focus_y: media.focus_y,
  }
}
