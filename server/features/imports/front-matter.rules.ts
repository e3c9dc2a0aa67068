import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

export type Matter = Readonly<Record<string, unknown>>

const FENCES = [
  { form: /^---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)/, read: readYaml },
  { form: /^\+\+\+[ \t]*\r?\n([\s\S]*?)(?:^|\n)\+\+\+[ \t]*(?:\r?\n|$)/, read: parseToml },
]

/** Splits a Markdown file into front matter (YAML or TOML) and text. Throws if the front matter is invalid. */
export function splitFrontMatter(file: string): { matter: Matter; body: string } {
  const text = file.replace(/^\ufeff/, '')
  for (const { form, read } of FENCES) {
    const [whole, inner = ''] = form.exec(text) ?? []
    if (whole === undefined) continue
    const matter: unknown = read(inner) ?? {}
    if (typeof matter !== 'object' || matter === null || Array.isArray(matter))
      throw new TypeError('its front matter is not a list of fields')
    return { matter: matter as Matter, body: text.slice(whole.length) }
  }
  return { matter: {}, body: text }
}

/** Limits the use of aliases: otherwise a short text could expand to gigabytes. */
function readYaml(text: string): unknown {
  return parseYaml(text, { maxAliasCount: 20 })
}

export function textIn(matter: Matter, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = matter[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

/** The value of a flag; undefined if it is not given. */
export function flagIn(matter: Matter, ...names: string[]): boolean | undefined {
  for (const name of names) {
    const value = matter[name]
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return value > 0
    if (value === 'true' || value === 'false') return value === 'true'
  }
  return undefined
}

/** One or several words, from a list or a text with commas. */
export function wordsIn(matter: Matter, ...names: string[]): string[] {
  for (const name of names) {
    const value = matter[name]
    if (typeof value === 'string') return tidy(value.split(/[,，]/))
    if (Array.isArray(value)) return tidy(value.filter(isPlain).map(String))
  }
  return []
}

/**
 * Categories as paths of names. A nested list is one path, and so is a text with `/` between the names. A plain list
 * contains several categories.
 */
export function pathsIn(matter: Matter, ...names: string[]): string[][] {
  for (const name of names) {
    const value = matter[name]
    const entries = Array.isArray(value) ? value : isPlain(value) ? String(value).split(/[,，]/) : undefined
    if (!entries) continue
    return entries
      .map((entry) =>
        Array.isArray(entry)
          ? tidy(entry.filter(isPlain).map(String))
          : tidy(isPlain(entry) ? String(entry).split('/') : []),
      )
      .filter((path) => path.length > 0)
  }
  return []
}

/** A URL as a text or in a field of an object: themes use both forms for images. */
export function addressIn(matter: Matter, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = matter[name]
    if (typeof value === 'object' && value !== null)
      return textIn(value as Matter, 'src', 'url', 'image', 'relative')
  }
  return textIn(matter, ...names)
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function tidy(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Converts a time in front matter to a format that the service parses, with an offset or local. */
export function momentText(value: unknown): string | undefined {
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value.trim() : ''
  const [whole, day = '', time, seconds = '00', fraction = '', zone] = MOMENT.exec(text) ?? []
  if (whole === undefined) return undefined
  if (time === undefined) return day
  const clock = `${time.padStart(5, '0')}:${seconds}`
  return zone === undefined ? `${day} ${clock}` : `${day}T${clock}${fraction}${zone}`
}
