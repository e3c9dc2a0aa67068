const BY_CLASS = /<(?:p|h[1-6]|div|td|th|figcaption|pre)\b([^<>]*\bhas-text-align-(center|right)\b[^<>]*)>/gi
const BY_ATTRIBUTE =
  /<(p|h[1-6]|div|td|th)\b([^<>]*?)\salign\s?=\s?["']?(center|right|justify)\b["']?([^<>]*)>/gi

/** Alignments of WordPress's themes and of old HTML as the styles that the editor writes. */
export function withAlignment(html: string): string {
  return html
    .replace(BY_CLASS, (whole, attributes: string, side: string) =>
      /\btext-align\b\s?:|\bstyle\s?=/.test(attributes)
        ? whole
        : `${whole.slice(0, -1)} style="text-align: ${side}">`,
    )
    .replace(BY_ATTRIBUTE, (whole, name: string, before: string, side: string, after: string) =>
      /\bstyle\s?=/i.test(before + after)
        ? whole
        : `<${name}${before}${after} style="text-align: ${side.toLowerCase()}">`,
    )
    .replace(/<center\b[^<>]*>/gi, '<div style="text-align: center">')
    .replace(/<\/center>/gi, '</div>')
}
