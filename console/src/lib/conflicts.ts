type Values = Readonly<Record<string, unknown>>

/**
 * The fields that two people changed differently since `base`. Fields that only one of them changed need no decision,
 * nor does an own save whose response was lost (`sent`).
 */
export function conflictingFields(
  base: Values,
  mine: Values,
  theirs: Values,
  sent?: Values,
): readonly string[] {
  return Object.keys(theirs).filter((field) => {
    const value = theirs[field]
    if (isAlike(value, base[field]) || isAlike(value, mine[field])) return false
    if (sent !== undefined && isAlike(value, sent[field])) return false
    return !isAlike(mine[field], base[field])
  })
}

/** The server trims texts and cleans markup, so only the words are compared. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return one === other || wordsOf(one) === wordsOf(other)
  return JSON.stringify(one) === JSON.stringify(other)
}

/** URLs count as words: another picture is another text. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, addressIn).replace(/\s+/g, '')
const addressIn = (tag: string) => /\b(?:src|href)\s*=\s*("[^"]*")/.exec(tag)?.[1] ?? ''
