import type { IssueName } from '@inkstone/contract/problems.ts'
import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { type FieldIssues, type Issue, MAX_REPORTED_FIELDS } from '../core/problem.ts'
import { isStorable } from '../texts/storable.ts'
import type { Zone } from '../times/times.ts'
import { cutLongLists } from './long-lists.ts'

/** Validates and converts a value in place. Returns the errors by field. */
export type Reader = (value: unknown) => FieldIssues

type Place = { parentData: Record<string | number, unknown>; parentDataProperty: string | number }

const NOTHING_WRONG: FieldIssues = new Map()

const readersByZone = new Map<string, (schema: TSchema) => Reader>()

/** Schemas take long to compile: whoever reads times in the same zone shares what is compiled. */
export function createReaders(zone: Zone): (schema: TSchema) => Reader {
  const known = readersByZone.get(zone.name) ?? newReaders(zone)
  readersByZone.set(zone.name, known)
  return known
}

function newReaders(zone: Zone): (schema: TSchema) => Reader {
  const compiled = new WeakMap<TSchema, Reader>()
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    removeAdditional: 'all',
    useDefaults: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  })
  addKeywords(ajv, zone)
  const readerOf = (schema: TSchema): Reader => {
    // Compiled on first use, so that a start does not wait for a hundred schemas.
    let validate: ValidateFunction | undefined
    return (value) => {
      validate ??= ajv.compile(schema)
      const tooLong = cutLongLists(schema, value)
      const wrong = validate(value) ? NOTHING_WRONG : issuesOf(validate.errors ?? [])
      const unstorable = unstorableFields(value)
      if (tooLong.size === 0 && unstorable.size === 0) return wrong
      return new Map([...wrong, ...tooLong, ...unstorable])
    }
  }
  return (schema) => {
    const reader = compiled.get(schema) ?? readerOf(schema)
    compiled.set(schema, reader)
    return reader
  }
}

/** The body of a JSON request was checked before; a form was not. */
function unstorableFields(value: unknown): FieldIssues {
  if (isStorable(value)) return NOTHING_WRONG
  return new Map(
    Object.entries(value ?? {})
      .filter(([, field]) => !isStorable(field))
      .map(([name]) => [name, [{ name: 'bad-characters' }]]),
  )
}

/** The custom keywords of the contract's schemas. Each changes the value in place. */
function addKeywords(ajv: Ajv, zone: Zone): void {
  ajv.addKeyword({
    keyword: 'trim',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    errors: false,
    validate: (_: boolean, text: string, _schema?: object, place?: Place) => replace(place, text.trim()),
  })
  ajv.addKeyword({
    keyword: 'nfc',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    errors: false,
    validate: (_: boolean, text: string, _schema?: object, place?: Place) =>
      replace(place, text.normalize('NFC')),
  })
  ajv.addKeyword({
    keyword: 'flag',
    modifying: true,
    errors: false,
    validate: (_: boolean, value: unknown, _schema?: object, place?: Place) =>
      typeof value === 'boolean' ? replace(place, value ? 1 : 0) : true,
  })
  ajv.addKeyword({
    keyword: 'atMost',
    type: 'number',
    modifying: true,
    errors: false,
    validate: (most: number, value: number, _schema?: object, place?: Place) =>
      value > most ? replace(place, most) : true,
  })
  ajv.addKeyword({
    keyword: 'instant',
    type: 'string',
    modifying: true,
    errors: true,
    validate: (edge: 'first' | 'last', text: string, _schema?: object, place?: Place) => {
      const moment = zone.parse(text.trim(), edge)
      return moment === undefined ? false : replace(place, moment)
    },
  })
  ajv.addKeyword('list')
  ajv.addKeyword('issue')
}

function replace(place: Place | undefined, value: unknown): true {
  if (place) place.parentData[place.parentDataProperty] = value
  return true
}

function issuesOf(errors: readonly ErrorObject[]): FieldIssues {
  const found = new Map<string, Issue[]>()
  for (const error of errors) {
    const issue = issueOf(error)
    if (!issue) continue
    const field = fieldOf(error)
    const known = found.get(field) ?? []
    if (!known.some(({ name }) => name === issue.name)) known.push(issue)
    found.set(field, known)
    if (found.size > MAX_REPORTED_FIELDS) break
  }
  return found
}

/** `/articles/0/title` becomes `articles.0.title`. An element of a plain list is named by the list. */
function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') path.push(String(error.params.missingProperty))
  else while (path.length > 1 && /^\d+$/.test(path.at(-1) ?? '')) path.pop()
  return path.join('.') || 'body'
}

const TYPES: ReadonlyMap<unknown, IssueName> = new Map([
  ['string', 'not-text'],
  ['integer', 'not-integer'],
  ['number', 'not-number'],
  ['boolean', 'not-boolean'],
  ['array', 'not-list'],
  ['object', 'not-object'],
] as const)

const LIMITS: ReadonlyMap<string, IssueName> = new Map([
  ['maxLength', 'too-long'],
  ['minimum', 'too-small'],
  ['maximum', 'too-large'],
  ['minItems', 'too-few'],
  ['maxItems', 'too-many'],
] as const)

function issueOf(error: ErrorObject): Issue | undefined {
  const limit = error.params.limit as number
  const limited = LIMITS.get(error.keyword)
  if (limited) return { name: limited, fill: { limit } }
  switch (error.keyword) {
    case 'required':
      return { name: 'required' }
    case 'minLength':
      return limit === 1 ? { name: 'required' } : { name: 'too-short', fill: { limit } }
    case 'type':
      return typeIssue(error)
    case 'enum':
      return enumIssue(error)
    case 'pattern':
      return patternIssue(error)
    case 'instant':
      return { name: 'not-time' }
    case 'anyOf':
      return undefined
    default:
      return { name: 'malformed' }
  }
}

function typeIssue(error: ErrorObject): Issue | undefined {
  const expected = error.params.type as string | string[]
  const main = Array.isArray(expected) ? expected[0] : expected
  const name = TYPES.get(main)
  return name ? { name } : undefined
}

/** A value without visible characters counts as absent. */
function patternIssue({ parentSchema }: ErrorObject): Issue {
  const { pattern, issue = 'malformed' } = parentSchema as { pattern?: string; issue?: IssueName }
  return { name: pattern === '\\S' ? 'required' : issue }
}

function enumIssue(error: ErrorObject): Issue {
  if ((error.parentSchema as { flag?: boolean }).flag) return { name: 'not-flag' }
  return { name: 'not-allowed', fill: { values: (error.params.allowedValues as unknown[]).join(', ') } }
}
