const MAX_LENGTH = 64
const CHINESE = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Generates an alias from a name: pinyin for Chinese, plain letters for accented ones. */
export async function aliasFrom(name: string, fallback: string): Promise<string> {
  const spoken = CHINESE.test(name) ? await inPinyin(name) : name
  const alias = spoken
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return orFallback(alias, fallback)
}

/**
 * The same, but letters of any script are kept, such as Cyrillic, Arabic or Thai. Chinese still becomes pinyin,
 * except in a Japanese title.
 */
export async function aliasInItsScript(name: string, fallback: string, longest: number): Promise<string> {
  const spoken = CHINESE.test(name) && !KANA.test(name) ? await inPinyin(name) : name
  const alias = spoken
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-')
    .replace(/(^|-)\p{M}+/gu, '$1')
  return orFallback(shortened(alias, longest), fallback)
}

/** Cut between two words if possible, without hyphens at the ends. */
function shortened(alias: string, longest: number): string {
  const letters = [...alias.replace(/^-+|-+$/g, '')]
  if (letters.length <= longest) return letters.join('')
  const cut = letters.slice(0, longest)
  const lastHyphen = letters[longest] === '-' ? longest : cut.lastIndexOf('-')
  return cut
    .slice(0, lastHyphen > longest / 2 ? lastHyphen : longest)
    .join('')
    .replace(/-+$/, '')
}

/** Digits alone would be read as an id. */
function orFallback(alias: string, fallback: string): string {
  if (alias === '') return fallback
  return /^\p{Nd}+$/u.test(alias) ? `${fallback}-${alias}` : alias
}

/**
 * The alias for case-insensitive comparison, the same on every engine. Upper case first, so that ß equals SS, and ς
 * equals σ.
 */
export function foldedAlias(alias: string): string {
  return alias.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

async function inPinyin(name: string): Promise<string> {
  // The dictionary is loaded with the first Chinese name, because many nodes never need it.
  const { pinyin } = await import('pinyin-pro')
  return pinyin(name, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' }).join(' ')
}

/** `news`, then `news-2`, `news-3`…: the first that is free. */
export function freeAlias(alias: string, taken: ReadonlySet<string>, own?: string): string {
  const isFree = (candidate: string) => candidate === own || !taken.has(candidate)
  if (isFree(alias)) return alias
  for (let number = 2; ; number++) {
    const candidate = `${alias.slice(0, MAX_LENGTH - String(number).length - 1)}-${number}`
    if (isFree(candidate)) return candidate
  }
}
