import { isCategoryAlias } from '../categories/categories.rules.ts'
import type { TagExtras } from '../exports/restored-fields.rules.ts'
import { isTagAlias } from '../tags/tags.actions.ts'
import type { ImportedCategory, ImportedTag } from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import { usernameFor } from './names.rules.ts'

/** The longest texts about categories, tags and authors, in characters. */
const MAX_LENGTHS = {
  'name of the category': 100,
  'name of the tag': 50,
  nickname: 50,
  description: 2000,
  'SEO title': 200,
  'SEO description': 1000,
} as const

const PLURALS = { category: 'categories', tag: 'tags' } as const

/** Reports what cannot be kept of the names in a file. */
export function createNameLosses(ledger: Ledger) {
  /** The slugs of categories and tags in the file, by kind and name. */
  const slugs = new Map<string, string>()

  /** The text in the permitted length. */
  function cut(what: keyof typeof MAX_LENGTHS, where: string, text: string): string {
    const characters = [...text]
    const most = MAX_LENGTHS[what]
    if (characters.length <= most) return text.toWellFormed()
    ledger.addLoss(where, `the ${what} is truncated to ${most} characters`)
    return characters.slice(0, most).join('').toWellFormed()
  }

  function cutSeo(where: string, extras: TagExtras): TagExtras {
    const { seo_title: title, seo_description: description } = extras
    return {
      ...extras,
      ...(title !== undefined && { seo_title: cut('SEO title', where, title) }),
      ...(description !== undefined && { seo_description: cut('SEO description', where, description) }),
    }
  }

  /** What the file says about a category or tag, and cannot be kept. The same in a dry run. */
  function reportTerm(item: ImportedCategory | ImportedTag, where: string, isValid: boolean): void {
    const { kind, slug, description } = item
    const key = `${kind} ${where}`
    if (slug !== undefined && slug !== '' && !isValid)
      ledger.addLoss(where, `the slug ${slug} of the ${kind} is not valid here: a new alias is generated`)
    const other = slugs.get(key)
    if (other !== undefined && slug !== undefined && other !== slug)
      ledger.addLoss(where, `the file has two ${PLURALS[kind]} with this name: they become one`)
    if (slug !== undefined) slugs.set(key, slug)
    cut('description', where, description)
    if (item.kind === 'tag' && item.extras) cutSeo(where, item.extras)
  }

  /** A valid slug that got a suffix. */
  function reportTaken(
    kind: 'category' | 'tag',
    where: string,
    slug: string | undefined,
    alias: string | undefined,
  ): void {
    const isValid = kind === 'category' ? isCategoryAlias(slug) : isTagAlias(slug)
    if (isValid && alias !== undefined && alias !== slug)
      ledger.addLoss(where, `the slug ${slug} of the ${kind} is already taken: its alias is now ${alias}`)
  }

  /** For a dry run: a valid slug that would get a suffix. `taken` is what categories or tags have here. */
  function reportTakenHere(
    kind: 'category' | 'tag',
    where: string,
    slug: string | undefined,
    taken: ReadonlySet<string>,
  ): void {
    if (slug === undefined || !(kind === 'category' ? isCategoryAlias(slug) : isTagAlias(slug))) return
    const key = `${kind} ${slug}`
    if (taken.has(slug) || ledger.seen.aliases.has(key))
      ledger.addLoss(where, `the slug ${slug} of the ${kind} is already taken: its alias gets a suffix`)
    ledger.seen.aliases.add(key)
  }

  /** Without its nickname, the name of an author would be gone. */
  function reportUsername(name: string, nickname: string): void {
    const username = usernameFor(name)
    if (username !== name && nickname !== name)
      ledger.addLoss(name, `the name is not valid as a username: the user is called ${username}`)
  }

  /** Their articles become those of the importing user, and their comments those of a guest. */
  function reportNoMember(name: string): undefined {
    ledger.addLoss(
      name,
      'the author is not a member of the site: their articles get the importing user as author',
    )
  }

  function reportNoUser(name: string): void {
    ledger.addLoss(name, 'the user does not exist here: their comments become those of a guest')
  }

  /** Something that an earlier import made. Nothing is in its place. */
  function reportDeleted(kind: 'author' | 'category' | 'tag', where: string): undefined {
    ledger.addLoss(
      where,
      kind === 'author'
        ? 'the author was deleted here since they were imported: their articles get the importing user as author'
        : `the ${kind} was deleted here since it was imported: it is not created again`,
    )
  }

  return {
    cut,
    cutSeo,
    reportDeleted,
    reportNoMember,
    reportNoUser,
    reportTerm,
    reportTaken,
    reportTakenHere,
    reportUsername,
  }
}
