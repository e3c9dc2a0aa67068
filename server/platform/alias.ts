const LONGEST = 64
const CHINESE = /\p{Script=Han}/u

/** A name for addresses, made of what people call the thing: pinyin for Chinese, plain letters for accented ones. */
export async function aliasFrom(name: string, fallback: string): Promise<string> {
  const spoken = CHINESE.test(name) ? await inPinyin(name) : name
  const alias = spoken
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  if (alias === '') return fallback
  // Digits alone would be read as an id.
  return /^\d+$/.test(alias) ? `${fallback}-${alias}` : alias
}

async function inPinyin(name: string): Promise<string> {
  // The dictionary is loaded when the first Chinese name comes: most starts never need it.
  const { pinyin } = await import('pinyin-pro')
  return pinyin(name, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' }).join(' ')
}

/** `news`, then `news-2`, `news-3`…: the first that is not taken. */
export function freeAlias(alias: string, taken: ReadonlySet<string>): string {
  if (!taken.has(alias)) return alias
  for (let number = 2; ; number++) {
    const candidate = `${alias.slice(0, LONGEST - String(number).length - 1)}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}
