import type { ImportContext } from './import-context.ts'
import type { ImportedArticle } from './items.ts'

const MAX_LINKS = 50

/** The ids of the categories and tags of an article. What is too many is reported. */
export function linksOf({ names, ledger }: ImportContext, item: ImportedArticle) {
  const [main, ...others] = names.categoryIds(item)
  const tags = names.tagIds(item.tags)
  if (tags.length > MAX_LINKS) ledger.addLoss(item.where, `only its first ${MAX_LINKS} tags are imported`)
  if (others.length > MAX_LINKS)
    ledger.addLoss(item.where, `only its first ${MAX_LINKS + 1} categories are imported`)
  return {
    category_id: main ?? 0,
    category_ids: others.slice(0, MAX_LINKS),
    tag_ids: tags.slice(0, MAX_LINKS),
  }
}
