import type { Db } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { type ArticleQuery, countArticlesIn, listArticles } from '../articles/reading.actions.ts'
import type { ArticleList } from './lists.actions.ts'
import type { SiteReader } from './reader.rules.ts'

interface Month {
  readonly year: number
  readonly month: number
}

/** Articles may have any date in the past. Older ones are reached from the oldest year that is shown. */
const MAX_YEARS = 60
const MONTHS = 12

/** The articles of a month or a year; by default of the latest month, with an overview of all years. */
export async function archiveList(
  db: Db,
  reader: SiteReader,
  { year, month }: { readonly year?: number; readonly month?: number },
): Promise<ArticleList> {
  if (year === undefined) return overview(db, reader)
  const { words, paths } = reader
  const { first, last } = periodOf(reader, year, month)
  const earlier = await momentOf(db, reader, {
    published_until: first - 1,
    sort: 'publish_time',
    order: 'desc',
  })
  const later = await momentOf(db, reader, { published_since: last + 1, sort: 'publish_time', order: 'asc' })
  const link = (moment: number | undefined) => {
    if (moment === undefined) return undefined
    const at = monthOf(reader, moment)
    return { name: monthName(reader, at), url: paths.archive(at.year, at.month) }
  }
  const [months] = await yearsOf(db, reader, year, year, { year, month })
  const inYear = { name: yearName(reader, year), url: yearPath(year) }
  const inMonth = month === undefined ? undefined : { name: monthName(reader, { year, month }) }
  const path = month === undefined ? yearPath(year) : paths.archive(year, month)
  return {
    kind: 'archive',
    isPeriod: true,
    path,
    title: (inMonth ?? inYear).name,
    description: '',
    query: { published_since: first, published_until: last, sort: 'publish_time', order: 'desc' },
    trail: [
      { name: words.archive, url: '/archive' },
      inYear,
      ...(inMonth ? [{ ...inMonth, url: path }] : []),
    ],
    about: { year, month, earlier: link(earlier), later: link(later), years: months ? [months] : [] },
  }
}

async function overview(db: Db, reader: SiteReader): Promise<ArticleList> {
  const newest = await momentOf(db, reader, { sort: 'publish_time', order: 'desc' })
  const oldest = await momentOf(db, reader, { sort: 'publish_time', order: 'asc' })
  const list = {
    kind: 'archive' as const,
    path: '/archive',
    title: reader.words.archive,
    description: '',
    trail: [],
  }
  if (newest === undefined || oldest === undefined) return { ...list, query: {}, about: {} }
  const latest = monthOf(reader, newest)
  const { first, last } = periodOf(reader, latest.year, latest.month)
  const from = Math.max(monthOf(reader, oldest).year, latest.year - MAX_YEARS + 1)
  return {
    ...list,
    query: { published_since: first, published_until: last, sort: 'publish_time', order: 'desc' },
    about: {
      years: await yearsOf(db, reader, latest.year, from),
      latest: { name: monthName(reader, latest), url: reader.paths.archive(latest.year, latest.month) },
    },
  }
}

/** Years that have articles, the newest first, each with its twelve months. */
async function yearsOf(
  db: Db,
  reader: SiteReader,
  newest: number,
  oldest: number,
  shown?: { readonly year: number; readonly month: number | undefined },
) {
  const years = Array.from({ length: newest - oldest + 1 }, (_, n) => newest - n)
  const months = years.flatMap((year) => Array.from({ length: MONTHS }, (_, n) => ({ year, month: n + 1 })))
  const counts = await countArticlesIn(
    db,
    reader.actor,
    months.map(({ year, month }) => periodOf(reader, year, month)),
  )
  return years
    .map((year, at) => {
      const own = counts.slice(at * MONTHS, (at + 1) * MONTHS)
      return {
        year,
        name: yearName(reader, year),
        url: yearPath(year),
        current: shown?.year === year && shown.month === undefined,
        count: own.reduce((sum, count) => sum + count, 0),
        months: own.map((count, n) => ({
          month: n + 1,
          name: monthName(reader, { year, month: n + 1 }),
          short: shortName(reader, n + 1),
          url: reader.paths.archive(year, n + 1),
          current: shown?.year === year && shown.month === n + 1,
          count,
        })),
      }
    })
    .filter(({ count }) => count > 0)
}

function periodOf({ zone }: SiteReader, year: number, month?: number): { first: number; last: number } {
  const first = zone.parse(`${digits(year, 4)}-${digits(month ?? 1)}-01`, 'first')
  const end = month ?? MONTHS
  const last = zone.parse(`${digits(year, 4)}-${digits(end)}-${lastDay(year, end)}`, 'last')
  if (first === undefined || last === undefined) throw new Problem('not-found')
  return { first, last }
}

async function momentOf(db: Db, reader: SiteReader, query: ArticleQuery): Promise<number | undefined> {
  const { rows } = await listArticles(db, reader.actor, query, { page: 1, page_size: 1 })
  return rows[0]?.publish_at ?? undefined
}

function monthOf({ zone }: SiteReader, moment: number): Month {
  const [year, month] = zone.format(moment).split('-', 2)
  return { year: Number(year), month: Number(month) }
}

const monthName = (reader: SiteReader, at: Month) => inWords(reader, at, { year: 'numeric', month: 'long' })
const shortName = (reader: SiteReader, month: number) =>
  inWords(reader, { year: 2000, month }, { month: 'short' })
const yearName = (reader: SiteReader, year: number) =>
  inWords(reader, { year, month: 1 }, { year: 'numeric' })
const yearPath = (year: number) => `/archive/${digits(year, 4)}`

const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 200

function inWords({ actor }: SiteReader, { year, month }: Month, form: Intl.DateTimeFormatOptions): string {
  const language = actor.site.settings.site_language
  const key = `${language} ${Object.keys(form).join(' ')} ${form.month}`
  const known = formats.get(key)
  const format = known ?? new Intl.DateTimeFormat([language, 'en'], { ...form, timeZone: 'UTC' })
  if (!known && formats.size < MAX_FORMATS) formats.set(key, format)
  // `Date.UTC` takes years below 100 for those of the last century.
  return format.format(new Date(0).setUTCFullYear(year, month - 1, 1))
}

function digits(number: number, length = 2): string {
  return String(number).padStart(length, '0')
}

function lastDay(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
