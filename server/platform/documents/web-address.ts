const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** The absolute URL, if it is safe to follow. Relative URLs are resolved against `base`. */
export function webAddress(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined
  const { protocol, href } = new URL(text, base)
  return SCHEMES.has(protocol) ? href : undefined
}
