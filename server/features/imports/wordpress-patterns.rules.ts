import { htmlComments } from './scanning.rules.ts'
import type { WordpressItem } from './wordpress-file.ts'

/** The synced patterns of a file. WordPress shows only published ones without a password. */
export function createPatterns() {
  const texts = new Map<string, string>()
  const used = new Set<string>()
  const field = ({ fields }: WordpressItem, name: string) => fields.get(name) ?? ''
  return {
    note(item: WordpressItem): void {
      const isShown = field(item, 'wp:status') === 'publish' && field(item, 'wp:post_password') === ''
      if (field(item, 'wp:post_type') === 'wp_block' && isShown)
        texts.set(field(item, 'wp:post_id'), field(item, 'content:encoded'))
    },
    has: (item: WordpressItem): boolean =>
      field(item, 'wp:post_type') === 'wp_block' && texts.has(field(item, 'wp:post_id')),
    use(id: string): string | undefined {
      used.add(id)
      return texts.get(id)
    },
    unused: (): string[] => [...texts.keys()].filter((id) => !used.has(id)),
  }
}

/** The most that patterns may add to a text: those within each other could multiply. */
const MAX_CHARACTERS = 2_000_000
const MAX_DEPTH = 20

/**
 * Puts the texts of synced patterns in the place of the blocks that show them, also within each other. A block whose
 * pattern is not in the file stays, and so does one that would contain itself.
 */
export function withPatterns(
  text: string,
  patternOf: (id: string) => string | undefined,
  losses: string[],
): string {
  let left = MAX_CHARACTERS
  let isChanged = false

  function filled(part: string, around: readonly string[]): string {
    const written: string[] = []
    let from = 0
    for (const { index, text: comment } of htmlComments(part)) {
      const { ref, changes } = referenceIn(comment) ?? {}
      if (ref === undefined || around.includes(ref) || around.length >= MAX_DEPTH) continue
      const pattern = patternOf(ref)
      if (pattern === undefined || pattern.length > left) continue
      left -= pattern.length
      isChanged ||= changes !== undefined
      written.push(part.slice(from, index), filled(pattern, [...around, ref]))
      from = index + comment.length
    }
    return [...written, part.slice(from)].join('')
  }

  const whole = filled(text, [])
  if (isChanged) losses.push('changes to a synced pattern are not imported: it has the text of the pattern')
  return whole
}

function referenceIn(comment: string): { ref: string; changes: unknown } | undefined {
  const [, json] = /^<!-- wp:(?:core\/)?block (\{.*\}) \/-->$/s.exec(comment) ?? []
  if (json === undefined) return undefined
  try {
    const { ref, content, overrides } = JSON.parse(json)
    return { ref: String(ref), changes: content ?? overrides }
  } catch {
    return undefined
  }
}
