import { basename, dirname } from 'node:path/posix'
import { type Matter, momentText, pathsIn, textIn } from './front-matter.rules.ts'
import { type GeneratorSite, placeOf } from './generator.rules.ts'

/** A Markdown file, with its path in the folder. */
export interface GeneratedFile {
  readonly path: string
  readonly matter: Matter
  readonly title: string
}

/** The path of the page that a site generator made of a file, not encoded; undefined if it cannot be known. */
export function generatedPath(file: GeneratedFile, site: GeneratorSite): string | undefined {
  const place = placeOf(file.path, site)
  if (!place) return undefined
  const path = PATHS[place.generator]({ ...file, path: place.path }, site)
  // A redirect of the home page would hide the home page here.
  return path === '/' ? undefined : path?.replace(/^\//, `/${place.prefix}`)
}

/** A URL in front matter, with its pattern replaced; undefined if the pattern cannot be. */
export function expandedPath(given: string, file: GeneratedFile, site: GeneratorSite): string | undefined {
  const place = placeOf(file.path, site)
  const inside = { ...file, path: place?.path ?? file.path }
  const pattern = JEKYLL_STYLES.get(given) ?? given
  return filled(pattern, place?.generator === 'hugo' ? hugoValues(inside) : jekyllValues(inside))
}

export function hasPattern(address: string): boolean {
  return JEKYLL_STYLES.has(address) || VARIABLE.test(address)
}

/** As browsers send it. */
export function encodedPath(path: string): string {
  return encodeURI(path.toWellFormed()).replace(/[?#]/g, encodeURIComponent)
}

const VARIABLE = /:[a-z_]+/
const VARIABLES = /:([a-z]\w*)/gi

type Values = ReadonlyMap<string, string | undefined>

function filled(pattern: string, values: Values): string | undefined {
  const names = [...pattern.matchAll(VARIABLES)].map(([, name = '']) => name)
  if (names.some((name) => values.get(name) === undefined)) return undefined
  const path = pattern.replace(VARIABLES, (_, name: string) => values.get(name) ?? '')
  return `/${path}`.replace(/\/{2,}/g, '/')
}

const PATHS = { hugo: hugoPath, jekyll: jekyllPath, hexo: hexoPath } as const

/** The section and the name of the file. A bundle has the name of its folder. */
function hugoPath(file: GeneratedFile, { permalinks }: GeneratorSite): string | undefined {
  const { folder, name, isList } = hugoPlace(file.path)
  if (isList) return `/${hugoUrl(folder)}/`.replace('//', '/')
  const pattern = permalinks.get(folder.split('/')[0] ?? '')
  const configured = pattern === undefined ? undefined : filled(pattern, hugoValues(file))
  const last = textIn(file.matter, 'slug') ?? name
  return configured ?? `/${hugoUrl(`${folder}/${last}`)}/`.replace(/\/{2,}/g, '/')
}

function hugoPlace(path: string): { folder: string; name: string; isList: boolean } {
  const name = nameOf(path)
  const folder = folderOf(path)
  const isBundle = name === 'index'
  return isBundle
    ? { folder: folderOf(folder), name: basename(folder), isList: folder === '' }
    : { folder, name, isList: name === '_index' }
}

/** Hugo's form of names in URLs. */
function hugoUrl(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{N}\p{M}./_+~@-]/gu, '')
    .replace(/-{2,}/g, '-')
    .toLowerCase()
}

function hugoValues({ path, matter, title }: GeneratedFile): Values {
  const { folder, name } = hugoPlace(path)
  const slug = textIn(matter, 'slug')
  const inUrl = (text: string) => hugoUrl(text.replaceAll('/', '-'))
  const file = inUrl(name)
  return new Map([
    ...datesIn(momentText(matter.date ?? matter.publishDate)),
    ['section', hugoUrl(folder.split('/')[0] ?? '')],
    ['sections', hugoUrl(folder)],
    ['title', inUrl(title)],
    ['slug', inUrl(slug ?? title)],
    ['filename', file],
    ['contentbasename', file],
    ['slugorfilename', slug === undefined ? file : inUrl(slug)],
    ['slugorcontentbasename', slug === undefined ? file : inUrl(slug)],
  ])
}

const JEKYLL_STYLES = new Map([
  ['date', '/:categories/:year/:month/:day/:title:output_ext'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title:output_ext'],
  ['none', '/:categories/:title:output_ext'],
])
const JEKYLL_FOLDER = /^(.*?)(?:^|\/)_(?:posts|drafts)\//
const DATE = /^(\d{4}-\d{2}-\d{2})-(?=.)/

function jekyllPath(file: GeneratedFile, { permalink = 'date' }: GeneratorSite): string | undefined {
  const style = JEKYLL_STYLES.get(permalink) ?? permalink
  if (JEKYLL_FOLDER.test(file.path)) {
    const values = jekyllValues(file)
    return filled(style, values) ?? filled(JEKYLL_STYLES.get('date') ?? '', values)
  }
  // A page, or an item of a collection, whose folder begins with `_`.
  const folder = folderOf(file.path).replace(/^_/, '')
  const name = nameOf(file.path)
  if (name === 'index') return `/${folder}/`.replace('//', '/')
  const end = style.endsWith('/') ? '/' : style.endsWith(':output_ext') ? '.html' : ''
  return `/${folder}/${name}${end}`.replace('//', '/')
}

function jekyllValues({ path, matter }: GeneratedFile): Values {
  const [, above = ''] = JEKYLL_FOLDER.exec(path) ?? []
  const named = pathsIn(matter, 'categories', 'category').flat()
  const categories = new Set([...above.split('/'), ...named].map((name) => name.toLowerCase()))
  const file = nameOf(path)
  const slug = textIn(matter, 'slug') ?? file.replace(DATE, '')
  return new Map([
    ...datesIn(momentText(matter.date) ?? DATE.exec(file)?.[1]),
    ['title', hyphened(slug, /[^\p{L}\p{N}\p{M}._~!$&'()+,;=@]+/gu)],
    ['slug', slugOf(slug)],
    ['categories', [...categories].join('/')],
    ['slugified_categories', [...categories].map(slugOf).join('/')],
    ['output_ext', '.html'],
  ])
}

function slugOf(text: string): string {
  return hyphened(text.toLowerCase(), /[^\p{L}\p{N}\p{M}]+/gu)
}

function hyphened(text: string, others: RegExp): string {
  return text.replace(others, '-').replace(/^-|-$/g, '')
}

const HEXO_STYLE = ':year/:month/:day/:title/'

function hexoPath(file: GeneratedFile, { permalink = HEXO_STYLE }: GeneratorSite): string | undefined {
  const { path, matter } = file
  const [, inside] = /^_(?:posts|drafts)\/(.*)$/s.exec(path) ?? []
  if (inside === undefined) return `/${path.replace(/\.[^.]+$/, '.html').replace(/(^|\/)index\.html$/, '$1')}`
  const [category = ['uncategorized']] = pathsIn(matter, 'categories', 'category')
  // Such as `abbrlink` of a plugin.
  const ownFields = Object.keys(matter).map((name) => [name, textIn(matter, name)] as const)
  const values: Values = new Map([
    ...ownFields,
    ...datesIn(momentText(matter.date)),
    ['title', inside.replace(/\.[^.]+$/, '')],
    ['post_title', hyphened(file.title, /[^\p{L}\p{N}\p{M}._]+/gu)],
    ['name', nameOf(inside)],
    ['category', category.map((name) => hyphened(name, /[^\p{L}\p{N}\p{M}._]+/gu)).join('/')],
  ])
  return filled(permalink, values) ?? filled(HEXO_STYLE, values)
}

/** The parts of a date as it is written, in whatever time zone that is. */
function datesIn(moment: string | undefined): [string, string | undefined][] {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2}))?/.exec(moment ?? '') ?? []
  if (year === undefined || month === undefined || day === undefined) return []
  const number = (digits: string) => String(Number(digits))
  const dayOfYear =
    (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 0)) / DAY_MS
  return [
    ['year', year],
    ['short_year', year.slice(2)],
    ['month', month],
    ['i_month', number(month)],
    ['day', day],
    ['i_day', number(day)],
    ['y_day', String(dayOfYear).padStart(3, '0')],
    ['hour', hour],
    ['minute', minute],
    ['second', second],
  ]
}

const DAY_MS = 86_400_000

function nameOf(path: string): string {
  return basename(path).replace(/\.[^.]+$/, '')
}

function folderOf(path: string): string {
  const folder = dirname(path)
  return folder === '.' ? '' : folder
}
