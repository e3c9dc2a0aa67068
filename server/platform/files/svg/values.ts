// CSS that can load external content. An escape or a comment could hide any of it, so both are rejected.
const REACHING =
  /\\|<|javascript:|vbscript:|data:|expression|behavior|-moz-binding|(?:image|image-set|cross-fade|element|src|paint|attr|env)\s*\(/i
const FORBIDDEN_RULE = /@(?!(?:-webkit-)?keyframes\b|media\b)/i
const ANY_URL = /url\s*\(/gi
const LOCAL_URL = /url\(\s*(?:#[^\s"'()]+|"#[^\s"'()]+"|'#[^\s"'()]+')\s*\)/gi
const LOCAL_TARGET = /url\(\s*["']?#([^\s"'()]+)/gi
const LOCAL_REFERENCE = /^#[^\s"'()<>\\]+$/
const EMBEDDED_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i

/** A value without external references; undefined if it has one. */
export function safeValue(value: string): string | undefined {
  return reachesOut(value) ? undefined : value
}

/** CSS without comments; undefined if the rest fetches, imports or hides something. */
export function safeStyle(css: string): string | undefined {
  const plain = withoutComments(css)
  return FORBIDDEN_RULE.test(plain) || reachesOut(plain) ? undefined : plain
}

/** Only references within the same SVG, or an embedded bitmap. */
export function safeReference(value: string, mayEmbed: boolean): string | undefined {
  const plain = value.replace(/\s+/g, '')
  return LOCAL_REFERENCE.test(plain) || (mayEmbed && EMBEDDED_PICTURE.test(plain)) ? plain : undefined
}

/** The ids that an attribute refers to. */
export function localTargets(name: string, value: string): string[] {
  if (name === 'href') return value.startsWith('#') ? [value.slice(1)] : []
  return [...value.matchAll(LOCAL_TARGET)].map(([, id]) => id ?? '')
}

function reachesOut(value: string): boolean {
  if (REACHING.test(value)) return true
  const urls = value.match(ANY_URL)?.length ?? 0
  return urls !== (value.match(LOCAL_URL)?.length ?? 0)
}

// Not a regular expression: with a million unclosed comments it would search for the end of each.
function withoutComments(css: string): string {
  let plain = ''
  let at = 0
  for (;;) {
    const start = css.indexOf('/*', at)
    if (start < 0) return plain + css.slice(at)
    plain += `${css.slice(at, start)} `
    const end = css.indexOf('*/', start + 2)
    if (end < 0) return plain
    at = end + 2
  }
}
