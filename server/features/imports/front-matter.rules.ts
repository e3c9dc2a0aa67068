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
  const json = jsonMatter(text)
  if (json) return json
  for (const { form, read } of FENCES) {
    const [whole, inner = ''] = form.exec(text) ?? []
    if (whole === undefined) continue
    // Errors count the lines of the file, which begins with the line of the fence.
    const matter: unknown = read(`\n${inner.replaceAll('\r\n', '\n').replace(/\r$/, '')}`) ?? {}
    if (typeof matter !== 'object' || matter === null || Array.isArray(matter))
      throw new TypeError('its front matter is not a list of fields')
    return { matter: matter as Matter, body: text.slice(whole.length) }
  }
  return withoutOpening(text) ?? { matter: {}, body: text }
}

/** Old versions of Hexo wrote no line of hyphens before the front matter. A text that only looks like one stays a text. */
function withoutOpening(text: string): { matter: Matter; body: string } | undefined {
  const [whole, inner = ''] =
    /^((?:[a-z_]+:(?:[ \t].*)?\r?\n|[ \t]*-[ \t].*\r?\n){1,200})---+[ \t]*(?:\r?\n|$)/i.exec(text) ?? []
  if (whole === undefined || !/^(?:title|date):/im.test(inner)) return undefined
  try {
    const matter: unknown = readYaml(inner)
    return { matter: matter as Matter, body: text.slice(whole.length) }
  } catch {
    return undefined
  }
}

/** Hugo also accepts a JSON object. A text that only looks like one stays a text. */
function jsonMatter(text: string): { matter: Matter; body: string } | undefined {
  const end = text.startsWith('{') ? /^\}[ \t]*(?:\r?\n|$)/m.exec(text) : null
  if (!end) return undefined
  try {
    const matter: unknown = JSON.parse(text.slice(0, end.index + 1))
    return { matter: matter as Matter, body: text.slice(end.index + end[0].length) }
  } catch {
    return undefined
  }
}

/** Limits the use of aliases: otherwise a short text could expand to gigabytes. */
export function readYaml(text: string): unknown {
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

const WITH_SPACES = ['categories', 'tags']

/** Jekyll reads a text in these fields as one name per word. A text with commas stays as it is. */
export function withJekyllLists(matter: Matter): Matter {
  const lists = WITH_SPACES.flatMap((name) => {
    const value = matter[name]
    return typeof value === 'string' && !/[,，]/.test(value) ? [[name, value.split(/\s+/)]] : []
  })
  return { ...matter, ...Object.fromEntries(lists) }
}

/** A URL as a text or in a field of an object: themes use both forms for images. */
export function addressIn(matter: Matter, ...names: string[]): string | undefined {
  for (const name of names) {
    const given = matter[name]
    const value: unknown = Array.isArray(given) ? given[0] : given
    if (Array.isArray(given) && typeof value === 'string') return value.trim() || undefined
    if (typeof value === 'object' && value !== null)
      return textIn(value as Matter, 'src', 'url', 'image', 'relative')
  }
  return textIn(matter, ...names)
}

/** A tag may be called `true`. */
function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function tidy(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
}

const MOMENT =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}:\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WITH_MONTH = [
  /^(?:[a-z]{3,9},?\s+)?(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})$/i,
  /^(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})\s+(?<month>[a-z]{3,9})\.?,?\s+(?<year>\d{4})$/i,
]

/** `Jul 8 2022` and `8 July 2022` as `2022-07-08`. Astro's own examples have such dates. */
function withNumbers(text: string): string {
  for (const form of WITH_MONTH) {
    const { month = '', day = '', year = '' } = form.exec(text)?.groups ?? {}
    const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
    if (number > 0) return `${year}-${number}-${day}`
  }
  return text
}

/** Seconds or milliseconds since 1970, as databases have them. */
function fromNumber(value: unknown): string | undefined {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (!/^\d{10}(?:\d{3})?$/.test(digits)) return undefined
  return new Date(Number(digits) * (digits.length === 10 ? 1000 : 1)).toISOString()
}

/** Converts a time in front matter to a format that the service parses, with an offset or local. */
export function momentText(value: unknown): string | undefined {
  const given = value instanceof Date ? value.toISOString() : (fromNumber(value) ?? value)
  const text = typeof given === 'string' ? withNumbers(given.trim()) : ''
  const [whole, year, month = '', date = '', time, seconds = '00', fraction = '', zone] =
    MOMENT.exec(text) ?? []
  if (whole === undefined) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (time === undefined) return day
  const clock = `${time.padStart(5, '0')}:${seconds}`
  return zone === undefined ? `${day} ${clock}` : `${day}T${clock}${fraction}${zone}`
}
