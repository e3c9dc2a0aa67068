import { createHash } from 'node:crypto'
import type { Actor } from '../../platform/core/actor.ts'
import type { Templates } from '../../platform/templates/templates.ts'
import { type InlineStyle, styleSheet } from './style.rules.ts'

const styles = new WeakMap<Templates, Map<string, InlineStyle>>()
const MAX_STYLES = 50
/** A larger one is worth a request, because the browser keeps it. */
const MAX_INLINE = 48 * 1024

/** The style sheet inside the page: a request of its own would delay the first paint by a round trip. */
export function inlineStyle(
  templates: Templates,
  { version, accent }: { readonly version: string; readonly accent: string },
): InlineStyle {
  const known = styles.get(templates) ?? new Map<string, InlineStyle>()
  styles.set(templates, known)
  const found = known.get(version)
  if (found) return found
  const sheet = styleSheet(templates.file('site.css') ?? '', { site_accent: accent })
  // Nothing in the sheet may end the element that contains it.
  const css = sheet.length > MAX_INLINE ? '' : sheet.replaceAll('</', '<\\/')
  const made = { css, bytes: Buffer.from(css), hash: createHash('sha256').update(css).digest('base64') }
  if (known.size >= MAX_STYLES) known.clear()
  known.set(version, made)
  return made
}

const versions = new WeakMap<Templates, { readonly seen: string; readonly ofFiles: string }>()

/** A version of the theme files and the accent colour, for cache keys and URLs. */
export function versionOf(templates: Templates, { site }: Actor): string {
  const seen = templates.version()
  let known = versions.get(templates)
  if (known?.seen !== seen) {
    const files = `${seen} ${templates.file('site.css')} ${templates.file('site.js')}`
    known = { seen, ofFiles: createHash('sha1').update(files).digest('hex').slice(0, 8) }
    versions.set(templates, known)
  }
  return `${known.ofFiles}${site.settings.site_accent.slice(1)}`
}
