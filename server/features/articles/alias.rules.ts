import { ARTICLE_ALIAS, LONGEST_ARTICLE_ALIAS } from '@inkstone/contract/articles.ts'
import { aliasInItsScript, foldedAlias } from '../../platform/texts/alias.ts'

/** Short enough that a suffix always fits. */
const LONGEST_MADE = 80
const FALLBACK = 'article'

export interface Alias {
  readonly alias: string
  readonly alias_key: string
}

export function aliasOf(alias: string): Alias {
  return { alias, alias_key: foldedAlias(alias) }
}

export async function aliasFromTitle(title: string): Promise<Alias> {
  const made = await aliasInItsScript(title, FALLBACK, LONGEST_MADE)
  return aliasOf(isAlias(made) ? made : FALLBACK)
}

const SHAPE = new RegExp(ARTICLE_ALIAS, 'u')

function isAlias(text: string): boolean {
  return SHAPE.test(text) && [...text].length <= LONGEST_ARTICLE_ALIAS
}

/** What SQL gave to the articles that were there before there were aliases. */
export function aliasGivenByUpgrade(id: number): string {
  return `${FALLBACK}-${id}`
}

/** The alias itself, then with -2, -3 and so on. */
export function numbered({ alias }: Alias, number: number): Alias {
  return number < 2 ? aliasOf(alias) : aliasOf(`${alias}-${number}`)
}

/** Looked at in one go before a search begins: hardly any title is given to more articles. */
const FIRST_TRIES = 10

/**
 * The first number that is free, or at least one that is, without reading thousands of taken ones: doubled until one is
 * free, then halved between the last taken and that. Where one to begin at is known, those after it are tried first.
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

/** Whether the article has been public under the alias that it has after a change. */
export function publicUnderAlias(
  before: { readonly alias_key: string; readonly alias_public: number } | undefined,
  after: { readonly alias_key: string; readonly status: number },
  published: number,
): 0 | 1 {
  const already = before?.alias_key === after.alias_key && before.alias_public === 1
  return already || after.status === published ? 1 : 0
}
