/** Tags with the same meaning. The editor writes the second. */
const SAME_TAGS: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' }

/** Tags without a meaning of their own, which the editor adds or removes. */
const IMPLIED_TAGS = new Set(['tbody', 'thead', 'colgroup', 'col'])

/** Attributes that the editor sets itself, with the same meaning. */
const IMPLIED_ATTRIBUTES = new Set(['rel', 'colspan=1', 'rowspan=1'])

/**
 * Whether the editor's version of a text still has everything: each element, each attribute, all
 * words. Additions do not matter.
 */
export function keepsMarkup(before: string, after: string): boolean {
  const one = inventoryOf(before)
  const other = inventoryOf(after)
  if (one.text !== other.text) return false
  for (const [part, count] of one.parts) if ((other.parts.get(part) ?? 0) < count) return false
  return true
}

function inventoryOf(html: string): { parts: Map<string, number>; text: string } {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const parts = new Map<string, number>()
  const note = (part: string) => parts.set(part, (parts.get(part) ?? 0) + 1)
  for (const element of body.querySelectorAll('*')) {
    const name = element.localName
    const tag = SAME_TAGS[name] ?? name
    if (IMPLIED_TAGS.has(tag) && element.attributes.length === 0) continue
    if (tag === 'span' && element.attributes.length === 0) continue
    note(tag)
    for (const { name, value } of element.attributes)
      if (!IMPLIED_ATTRIBUTES.has(name) && !IMPLIED_ATTRIBUTES.has(`${name}=${value}`))
        note(`${tag} ${name}=${value}`)
  }
  return { parts, text: (body.textContent ?? '').replace(/\s+/g, '') }
}
