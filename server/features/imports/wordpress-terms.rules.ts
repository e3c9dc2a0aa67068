import { decoded } from './address-keys.rules.ts'
import type { FormerAddress, Item } from './items.ts'
import type { WordpressItem } from './wordpress-file.ts'
import { plainDescription, plainName, termName } from './wordpress-names.rules.ts'

/** The authors, categories and tags of a WordPress export. `lose` counts what is not imported. */
export function createTerms(lose: (what: string) => void) {
  const authors = new Map<string, { login: string; name: string; email: string }>()
  const categories = new Map<string, { name: string; parent: string; description: string; id?: string }>()
  const tags: { name: string; slug: string; description: string }[] = []
  const tagSlugs = new Set<string>()

  /** A record about one of them. */
  function note(is: 'author' | 'category' | 'tag' | 'term', field: (name: string) => string): void {
    if (is === 'author')
      authors.set(field('author_id'), {
        login: field('author_login'),
        name: plainName(field('author_display_name')),
        email: field('author_email'),
      })
    else if (is === 'category')
      categories.set(field('category_nicename'), {
        name: termName(field('cat_name'), field('category_nicename')),
        parent: field('category_parent'),
        description: plainDescription(field('category_description')),
        id: field('term_id'),
      })
    else if (is === 'tag') {
      tagSlugs.add(field('tag_slug'))
      tags.push({
        name: termName(field('tag_name'), field('tag_slug')),
        slug: field('tag_slug'),
        description: plainDescription(field('tag_description')),
      })
    } else if (field('term_taxonomy') !== 'nav_menu')
      lose(`terms of the taxonomy ${field('term_taxonomy')} are not imported`)
  }

  /** An export of only some posts does not describe their categories and tags. Their parents are unknown then. */
  function noteTermsOf({ terms }: WordpressItem): void {
    for (const { domain, nicename, name } of terms)
      if (domain === 'category' && !categories.has(nicename)) {
        categories.set(nicename, { name: termName(name, nicename), parent: '', description: '' })
        lose('categories are not described in the file: they are imported without parent and description')
      } else if (domain === 'post_tag' && !tagSlugs.has(nicename)) {
        tagSlugs.add(nicename)
        tags.push({ name: termName(name, nicename), slug: nicename, description: '' })
      }
  }

  /** The slugs on the path from the top level. Stops at a missing parent or a cycle. */
  function slugsTo(slug: string): string[] {
    const path: string[] = []
    for (
      let [key, at] = [slug, categories.get(slug)];
      at && !path.includes(key);
      key = at.parent, at = categories.get(key)
    )
      path.unshift(key)
    return path
  }

  function pathOf(slug: string, name: string): string[] {
    const path = slugsTo(slug).flatMap((each) => categories.get(each)?.name ?? [])
    return path.length > 0 ? path : [termName(name, slug)]
  }

  return {
    note,
    noteTermsOf,
    pathOf,
    /** The slug of a category by its term id. */
    categoryOf: (termId: string) => [...categories].find(([, { id }]) => id === termId)?.[0],
    userOf: (id: string) => authors.get(id)?.login,
    /** `formerList` finds the list of a path in the former website. */
    *items(formerList: (path: string) => FormerAddress | undefined): Generator<Item> {
      for (const { login, name, email } of authors.values())
        yield {
          kind: 'author',
          name: login,
          nickname: name,
          email,
          formerList: formerList(
            `author/${encodeURIComponent(login.toLowerCase().replace(/[\s.@]+/g, '-'))}`,
          ),
        }
      for (const [slug, { name, description }] of categories)
        yield {
          kind: 'category',
          path: pathOf(slug, name),
          slug: decoded(slug),
          description,
          formerList: formerList(`category/${slugsTo(slug).join('/')}`),
        }
      for (const tag of tags)
        yield { kind: 'tag', ...tag, slug: decoded(tag.slug), formerList: formerList(`tag/${tag.slug}`) }
    },
  }
}
