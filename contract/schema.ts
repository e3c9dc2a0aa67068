import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'

/**
 * The building blocks of what is said over the wire. Beyond JSON Schema they use six words of our own, which the
 * server's validator obeys and the OpenAPI document leaves out:
 * `trim` (white space at the ends goes before the length is looked at), `nfc` (composed as Unicode's NFC, before that too),
 * `flag` (true and false become 1 and 0),
 * `instant` (a date-time in the service's zone becomes milliseconds), `atMost` (a larger number is served as this one)
 * and `list` (a query value, comma-separated or given several times, becomes an array).
 */

const MOST_PER_PAGE = 100
const DEFAULT_PER_PAGE = 20

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1] })
/** An id, or 0 for none (a top-level category, a comment that answers nobody). */
export const IdOrNone = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [0] })

export const Flag = Type.Unsafe<0 | 1>({ enum: [0, 1, true, false], flag: true, examples: [1] })
export const FlagShown = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], examples: [0] })

export const DateTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
  description: 'In the zone of the setting TIMEZONE.',
  examples: ['2026-03-01 08:30:00'],
})

/** A moment as programs read it: RFC 3339 with the offset of the zone, to the second. */
export const Moment = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:Z|[+-]\\d{2}:\\d{2})$',
  description: 'The same moment in RFC 3339, with the offset of TIMEZONE.',
  examples: ['2026-03-01T08:30:00+08:00'],
})

type Times<Names extends string> = {
  [Key in `${Names}_time` | `${Names}_at`]: typeof DateTime
}
type TimesOrNone<Names extends string> = {
  [Key in `${Names}_time` | `${Names}_at`]: ReturnType<typeof Nullable<typeof DateTime>>
}

/** `create_time` and beside it `create_at`, for each of the names. */
export function Times<const Names extends readonly string[]>(...names: Names) {
  return timesOf(names, DateTime, Moment) as Times<Names[number]>
}

/** The same where there may be none: both are null then. */
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
  'YYYY-MM-DD HH:MM:SS or YYYY-MM-DD in the zone of the setting TIMEZONE, or ISO 8601 with a zone.'
/** A moment given by a client; the first second of a day that is given alone. */
export const Instant = Type.Unsafe<number>({
  type: 'string',
  instant: 'first',
  description: instantForms,
  examples: ['2026-03-01 08:30:00'],
})
/** A moment as an upper bound; the last of a day that is given alone. */
export const InstantAsUpperBound = Type.Unsafe<number>({
  type: 'string',
  instant: 'last',
  description: `${instantForms} A day alone means its end.`,
  examples: ['2026-03-31'],
})

/** One line or more of text, trimmed; lengths count Unicode code points. */
export function Text(limits: { min?: number; max: number; examples?: string[]; description?: string }) {
  const { min = 0, max, ...rest } = limits
  return Type.String({ trim: true, minLength: min, maxLength: max, ...rest })
}

/** Text that is kept exactly as it was sent. */
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

/** Some of these words in a query: `a,b` or the name given several times. */
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

/** Ids in a query: `1,2` or the name given several times. */
export function IdList(most: number) {
  return Type.Unsafe<number[]>({
    type: 'array',
    list: true,
    items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    minItems: 1,
    maxItems: most,
    description: `Ids, at most ${most}: \`1,2\` or the name given several times.`,
  })
}

/** The same or null. Scalars say so in their type, which a serializer can follow without trying both. */
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
    atMost: MOST_PER_PAGE,
    description: `At most ${MOST_PER_PAGE}; a larger number is served as ${MOST_PER_PAGE}.`,
  }),
})
export type PageQuery = Static<typeof PageQuery>

export const Count = Type.Integer({ minimum: 0, examples: [0] })

export function Paginated<Item extends TSchema>(item: Item) {
  return Type.Object({
    list: Type.Array(item),
    total: Count,
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1, maximum: MOST_PER_PAGE }),
    total_pages: Count,
  })
}

/** The same fields, none of them required: what an update takes. */
export function Changes<Fields extends TObject>(fields: Fields) {
  return Type.Partial(fields)
}

/** An address or a path. Nothing that a browser would run or take for the thing itself: `javascript:`, `data:`. */
export const Url = Type.String({
  trim: true,
  maxLength: 2000,
  pattern: '^(?:[hH][tT][tT][pP][sS]?://|(?![^/?#]*:))[^\\u0000-\\u001f]*$',
  issue: 'not-link',
  examples: ['https://example.com/cover.jpg'],
})
/** The plain name of a file of the theme, without a path; empty for none. */
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
