import { type Liquid, type Token, TypeGuards } from 'liquidjs'

/** How the expressions of a template are evaluated. */

/** The variables in scope at one place of a template. */
export interface Scope {
  readonly values: Readonly<Record<string, unknown>>
  readonly outer?: Scope
}

export type Read = (scope: Scope) => unknown

/** A feature of the language that is not supported here. */
export class Unknown extends Error {}

export function expression(postfix: readonly Token[]): Read {
  const reads: Read[] = []
  for (const token of postfix) {
    if (!TypeGuards.isOperatorToken(token)) {
      reads.push(reading(token))
      continue
    }
    const compare = OPERATORS.get(token.operator)
    const right = reads.pop()
    const left = reads.pop()
    if (!compare || !left || !right) throw new Unknown(token.getText())
    reads.push((scope) => compare(left(scope), right(scope)))
  }
  const [read] = reads
  if (!read) throw new Unknown('an empty expression')
  return read
}

/** Only numbers, strings, booleans and undefined are compared. */
const OPERATORS: ReadonlyMap<string, (left: unknown, right: unknown) => boolean> = new Map([
  ['==', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['>', (left, right) => Number(left) > Number(right)],
  ['<', (left, right) => Number(left) < Number(right)],
  ['and', (left, right) => isTrue(left) && isTrue(right)],
  ['or', (left, right) => isTrue(left) || isTrue(right)],
])

export function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

export function reading(token: Token): Read {
  if (TypeGuards.isPropertyAccessToken(token)) {
    const [name, ...path] = token.props.map(nameIn)
    if (token.variable || name === undefined) throw new Unknown(token.getText())
    return propertyOf(String(name), path.map(String))
  }
  const content = nameIn(token)
  return () => content
}

function nameIn(token: Token): string | number | boolean {
  const { content } = token as Token & { readonly content?: unknown }
  if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean')
    return content
  throw new Unknown(token.getText())
}

function propertyOf(name: string, path: readonly string[]): Read {
  return (scope) => {
    let at: Scope | undefined = scope
    while (at && !Object.hasOwn(at.values, name)) at = at.outer
    let value = at?.values[name]
    for (const key of path) value = readProperty(value, key)
    return value
  }
}

function readProperty(value: unknown, key: string): unknown {
  if (value === undefined || value === null) return undefined
  if (key === 'size' && (typeof value === 'string' || Array.isArray(value))) return value.length
  return typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined
}

/** Liquid's filters that need only their arguments. */
const KNOWN_FILTERS: ReadonlySet<string> = new Set(['raw', 'default', 'truncate', 'replace'])

export function filterNamed(
  { filters }: Liquid,
  name: string,
): (value: unknown, ...given: unknown[]) => unknown {
  const filter = filters[name]
  if (!filter || !KNOWN_FILTERS.has(name)) throw new Unknown(name)
  const handler = (typeof filter === 'function' ? filter : filter.handler) as (
    this: unknown,
    value: unknown,
    ...given: unknown[]
  ) => unknown
  return name === 'raw' ? (value) => value : handler.bind(UNLIMITED)
}

/** The parts of the rendering context that filters use. */
const UNLIMITED = { context: { memoryLimit: { use: () => {} }, opts: { jsTruthy: false } } }

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(textOf).join('') : String(value)
}

const SPECIAL = /[&<>"']/
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter) : text
}
