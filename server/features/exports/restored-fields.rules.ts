import { createCategory } from '@inkstone/contract/categories.ts'
import { updateMedia } from '@inkstone/contract/media.ts'
import { createPage } from '@inkstone/contract/pages.ts'
import { createTag } from '@inkstone/contract/tags.ts'
import { type Static, type TObject, Type } from '@sinclair/typebox'

/**
 * The fields of categories, tags, pages and files that an export writes under their own names and an import restores:
 * all that the API accepts, so that a new one is not lost. Those left out here have a form of their own.
 */
export const CategoryExtras = Type.Partial(
  Type.Omit(createCategory.body, ['name', 'alias', 'parent_id', 'description']),
)
export const TagExtras = Type.Partial(Type.Omit(createTag.body, ['name', 'alias', 'description']))
export const PageExtras = Type.Partial(
  Type.Omit(createPage.body, [
    'title',
    'alias',
    'content',
    'content_format',
    'sort_order',
    'enabled',
    'allow_comment',
    'seo_title',
    'seo_keywords',
    'seo_description',
    'template',
  ]),
)
export const MediaExtras = Type.Partial(updateMedia.body)

export type CategoryExtras = Static<typeof CategoryExtras>
export type TagExtras = Static<typeof TagExtras>
export type PageExtras = Static<typeof PageExtras>
export type MediaExtras = Static<typeof MediaExtras>

/** The values that are not written. Other fields are empty or 0 by default. */
const DEFAULTS = new Map<string, number>([
  ['enabled', 1],
  ['focus_x', 50],
  ['focus_y', 50],
])

/** The extras of a row that differ from the default, with flags as true and false. */
export function extrasOf({ properties }: TObject, row: object): Record<string, unknown> {
  const values = new Map(Object.entries(row))
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { flag }]) => {
      const value = values.get(name)
      const isDefault = DEFAULTS.has(name) ? value === DEFAULTS.get(name) : value === '' || value === 0
      return value === undefined || isDefault ? [] : [[name, flag === true ? value === 1 : value]]
    }),
  )
}
