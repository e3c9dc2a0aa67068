import { ARTICLE_ALIAS, MAX_ARTICLE_ALIAS_LENGTH } from '@inkstone/contract/articles.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { reservedAliases } from '@inkstone/contract/site-paths.ts'
import { aliasInItsScript, foldedAlias } from '../../platform/texts/alias.ts'

/** Short enough that a suffix always fits. */
const MAX_GENERATED_LENGTH = 80
const FALLBACK = 'article'

export interface Alias {
  readonly alias: string
  readonly alias_key: string
}

export function aliasOf(alias: string): Alias {
  return { alias, alias_key: foldedAlias(alias) }
}

export async function aliasFromTitle(title: string): Promise<Alias> {
  const made = await aliasInItsScript(title, FALLBACK, MAX_GENERATED_LENGTH)
  return aliasOf(isAlias(made) ? made : FALLBACK)
}

const SHAPE = new RegExp(ARTICLE_ALIAS, 'u')

function isAlias(text: string): boolean {
  return SHAPE.test(text) && [...text].length <= MAX_ARTICLE_ALIAS_LENGTH
}

/** The alias that the migration gave to existing articles. */
export function aliasGivenByUpgrade(id: number): string {
  return `${FALLBACK}-${id}`
}

/** The keys that no article gets, because their path would be one of the service. */
export function reservedKeys({ article_path }: Pick<SiteSettings, 'article_path'>): ReadonlySet<string> {
  return new Set(reservedAliases(article_path).map(foldedAlias))
}

/** The alias itself, then with -2, -3 and so on. */
export function numbered({ alias }: Alias, number: number): Alias {
  return number < 2 ? aliasOf(alias) : aliasOf(`${alias}-${number}`)
}

/** Checked in one query first: hardly any title has more articles. */
const FIRST_TRIES = 10

/**
 * The first free number, or at least a free one, without reading thousands of taken ones: doubles until one is free,
 * then bisects. If a starting point is known, the numbers after it are tried first.
 */
export async function freeNumber(
  freeAmong: (numbers: readonly number[]) => Promise<ReadonlySet<number>>,
  { from = 1, hint = 0 }: { from?: number; hint?: number } = {},
): Promise<number> {
  for (const start of hint > from + FIRST_TRIES ? [from, hint] : [from]) {
    const few = Array.from({ length: FIRST_TRIES }, (_, index) => index + start)
    const first = Math.min(...(await freeAmong(few)))
    if (first !== Number.POSITIVE_INFINITY) return first
  }
  const doubled = Array.from({ length: 40 }, (_, power) => FIRST_TRIES * 2 ** (power + 1))
  let free = Math.min(...(await freeAmong(doubled.filter((number) => number >= from))))
  let taken = Math.max(free / 2, from - 1)
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if ((await freeAmong([middle])).size > 0) free = middle
    else taken = middle
  }
  return free
}

/** Whether the article was public under its current alias. */
export function publicUnderAlias(
  before: { readonly alias_key: string; readonly alias_public: number } | undefined,
  after: { readonly alias_key: string; readonly status: number },
  published: number,
): 0 | 1 {
  const already = before?.alias_key === after.alias_key && before.alias_public === 1
  return already || after.status === published ? 1 : 0
}
