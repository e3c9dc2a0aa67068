const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** The address in full, if it is one a reader may safely follow; a relative one counts from `base`. */
export function webAddress(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined
  const { protocol, href } = new URL(text, base)
  return SCHEMES.has(protocol) ? href : undefined
}
