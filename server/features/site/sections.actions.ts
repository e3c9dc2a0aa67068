import type { Db } from '../../database.ts'
import { findArticles } from '../articles/reading.actions.ts'
import { seePublicCategories } from '../categories/categories.actions.ts'
import { cachedItems } from './parts.actions.ts'
import { pictureAt } from './pictures.actions.ts'
import type { SiteReader } from './reader.rules.ts'
import { cardOf } from './site.view.ts'

const MAX_SECTIONS = 20
const SECTION_SIZE = 6

/**
 * The categories directly below this one, or at the top level, each with its first articles, for themes that show them.
 * For all others they are not read.
 */
export async function sectionsOf(db: Db, reader: SiteReader, parentId: number | null) {
  if (!reader.isInTheme('sections')) return []
  const { actor, paths } = reader
  const found = (await seePublicCategories(db, actor)).filter(({ parent_id }) => parent_id === parentId)
  const sections = []
  for (const { id, name, alias, icon, cover } of found) {
    if (sections.length === MAX_SECTIONS) break
    const query = { category_id: id, include_children: 1 } as const
    const { ids, total } = await findArticles(db, actor, query, { page: 1, page_size: SECTION_SIZE })
    if (total === 0) continue
    const articles = (await cachedItems(reader, ids)).map(cardOf(reader))
    const picture = await pictureAt(db, reader, cover)
    sections.push({
      id,
      name,
      alias,
      url: paths.category(alias),
      icon,
      picture,
      article_count: total,
      articles,
    })
  }
  return sections
}
