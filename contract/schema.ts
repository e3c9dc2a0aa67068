import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'

/**
 * Building blocks of request and response schemas. They use six keywords beyond JSON Schema, which the server's
 * validator applies and the OpenAPI document omits:
 * `trim` (white space at the ends is removed before the length is checked), `nfc` (normalised to Unicode NFC, before that too),
 * `flag` (true and false become 1 and 0),
 * `instant` (a date-time in the service's time zone becomes milliseconds), `atMost` (a larger number is reduced to this one)
 * and `list` (a query value, comma-separated or given several times, becomes an array).
 */

const MAX_PER_PAGE = 100
const DEFAULT_PER_PAGE = 20

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1] })
/** An id, or 0 for none (a top-level category, a comment that is not a reply). */
export const IdOrNone = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [0] })

/** As stored and returned. */
export type Flag = 0 | 1
export const Flag = Type.Unsafe<0 | 1>({ enum: [0, 1, true, false], flag: true, examples: [1] })
export const FlagShown = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], examples: [0] })

export const DateTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
  description: 'In the time zone of the setting TIMEZONE.',
  examples: ['2026-03-01 08:30:00'],
})

/** A time for programs: RFC 3339 with the offset of the time zone, to the second. */
export const Moment = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:Z|[+-]\\d{2}:\\d{2})$',
  description: 'The same time in RFC 3339 format, with the offset of TIMEZONE.',
  examples: ['2026-03-01T08:30:00+08:00'],
})

type Times<Names extends string> = {
  [Key in `${Names}_time` | `${Names}_at`]: typeof DateTime
}
type TimesOrNone<Names extends string> = {
  [Key in `${Names}_time` | `${Names}_at`]: ReturnType<typeof Nullable<typeof DateTime>>
}

/** `create_time` and `create_at`, for each of the names. */
export function Times<const Names extends readonly string[]>(...names: Names) {
  return timesOf(names, DateTime, Moment) as Times<Names[number]>
}

/** The same for optional times: both are null if there is none. */
export function TimesOrNone<const Names extends readonly string[]>(...names: Names) {
  return timesOf(names, Nullable(DateTime), Nullable(Moment)) as TimesOrNone<Names[number]>
}

function timesOf(names: readonly string[], time: TSchema, moment: TSchema): Record<string, TSchema> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_time`, time],
      [`${name}_at`, moment],
    ]),
  )
}

const instantForms =
  'YYYY-MM-DD HH:MM:SS or YYYY-MM-DD in the time zone of the setting TIMEZONE, or ISO 8601 with a time zone.'
/** A time sent by a client. A date without a time means its first second. */
export const Instant = Type.Unsafe<number>({
  type: 'string',
  instant: 'first',
  description: instantForms,
  examples: ['2026-03-01 08:30:00'],
})
/** A time as an upper bound. A date without a time means its last second. */
export const InstantAsUpperBound = Type.Unsafe<number>({
  type: 'string',
  instant: 'last',
  description: `${instantForms} A date without a time means the end of that day.`,
  examples: ['2026-03-31'],
})

/** One line or more of text, trimmed; lengths count Unicode code points. */
export function Text(limits: { min?: number; max: number; examples?: string[]; description?: string }) {
  const { min = 0, max, ...rest } = limits
  return Type.String({ trim: true, minLength: min, maxLength: max, ...rest })
}

/** Text that is stored exactly as sent. */
export function Verbatim(limits: { min?: number; max: number; examples?: string[] }) {
  const { min = 0, max, ...rest } = limits
  return Type.String({ minLength: min, maxLength: max, ...rest })
}

export function OneOf<const Values extends readonly (string | number)[]>(
  values: Values,
  options: object = {},
) {
  const type = typeof values[0] === 'number' ? 'integer' : 'string'
  return Type.Unsafe<Values[number]>({ type, enum: [...values], ...options })
}

/** Some of these words in a query: `a,b` or a repeated parameter. */
export function WordList<const Words extends readonly string[]>(words: Words, description: string) {
  return Type.Unsafe<Array<Words[number]>>({
    type: 'array',
    list: true,
    items: { type: 'string', enum: [...words] },
    minItems: 1,
    maxItems: words.length,
    description,
  })
}

/** Ids in a query: `1,2` or a repeated parameter. */
export function IdList(most: number) {
  return Type.Unsafe<number[]>({
    type: 'array',
    list: true,
    items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    minItems: 1,
    maxItems: most,
    description: `At most ${most} ids: \`1,2\` or a repeated parameter.`,
  })
}

export const SortOrder = Type.Integer({
  minimum: -1_000_000_000,
  maximum: 1_000_000_000,
  description: 'Lower numbers come first.',
  examples: [0],
})

/** The metadata for search engines, as fields of a request. */
export const SeoFields = {
  seo_title: Type.Optional(Text({ max: 200 })),
  seo_keywords: Type.Optional(Text({ max: 500 })),
  seo_description: Type.Optional(Text({ max: 1000 })),
}
/** The same as fields of a response. */
export const SeoShown = {
  seo_title: Type.String(),
  seo_keywords: Type.String(),
  seo_description: Type.String(),
}

/** A schema or null. Scalars get a type array, which a serializer handles without trying both alternatives. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, ...rest } = schema as { type?: unknown; enum?: readonly unknown[] }
  const either =
    typeof type === 'string' && type !== 'object'
      ? { ...rest, type: [type, 'null'], ...(rest.enum && { enum: [...rest.enum, null] }) }
      : { anyOf: [schema, { type: 'null' }] }
  return Type.Unsafe<Static<Schema> | null>(either)
}

export const PageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  page_size: Type.Integer({
    minimum: 1,
    default: DEFAULT_PER_PAGE,
    atMost: MAX_PER_PAGE,
    description: `At most ${MAX_PER_PAGE}. Larger numbers are reduced to ${MAX_PER_PAGE}.`,
  }),
})
export type PageQuery = Static<typeof PageQuery>

export const Count = Type.Integer({ minimum: 0, examples: [0] })

export function Paginated<Item extends TSchema>(item: Item) {
  return Type.Object({
    list: Type.Array(item),
    total: Count,
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE }),
    total_pages: Count,
  })
}

/** The same fields, all optional, for an update. */
export function Changes<Fields extends TObject>(fields: Fields) {
  return Type.Partial(fields)
}

/** A URL or a path. No URL that a browser would execute or read inline: `javascript:`, `data:`. */
export const Url = Type.String({
  trim: true,
  maxLength: 2000,
  pattern: '^(?:[hH][tT][tT][pP][sS]?://|(?![^/?#]*:))[^\\u0000-\\u001f]*$',
  issue: 'not-link',
  examples: ['https://example.com/cover.jpg'],
})
/** The name of a file of the theme, without a path. Empty for none. */
export const TemplateName = Type.String({
  trim: true,
  maxLength: 100,
  pattern: '^(?:[\\p{L}\\p{N}_-](?:[\\p{L}\\p{N}_ -]|\\.(?!\\.))*)?$',
  description: 'The name of a file of the theme, without a path.',
  examples: ['article-wide.html'],
})
export const Colour = Type.String({
  trim: true,
  pattern: '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))?$',
  examples: ['#1f6feb'],
})
