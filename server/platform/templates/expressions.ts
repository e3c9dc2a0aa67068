import { type Liquid, type Token, TypeGuards, type Value } from 'liquidjs'

/** The source of the expressions of a template, and what it calls. */

/** The variables of the loops around a place of a template, by name. All others are in `values`. */
export type Scope = ReadonlyMap<string, string>

/** A feature of the language that is not supported here. */
export class Unknown extends Error {}

export function expression(postfix: readonly Token[], scope: Scope): string {
  const sources: string[] = []
  for (const token of postfix) {
    if (!TypeGuards.isOperatorToken(token)) {
      sources.push(propertyOf(token, scope))
      continue
    }
    const compare = OPERATORS.get(token.operator)
    const right = sources.pop()
    const left = sources.pop()
    if (!compare || !left || !right) throw new Unknown(token.getText())
    sources.push(`(${compare(left, right)})`)
  }
  const [source] = sources
  if (!source) throw new Unknown('an empty expression')
  return source
}

/** Only numbers, strings, booleans and undefined are compared. */
const OPERATORS: ReadonlyMap<string, (left: string, right: string) => string> = new Map([
  ['==', (left, right) => `${left} === ${right}`],
  ['!=', (left, right) => `${left} !== ${right}`],
  ['>', (left, right) => `Number(${left}) > Number(${right})`],
  ['<', (left, right) => `Number(${left}) < Number(${right})`],
  ['and', (left, right) => `isTrue(${left}) && isTrue(${right})`],
  ['or', (left, right) => `isTrue(${left}) || isTrue(${right})`],
])

/** Whether the value is true or false and nothing else. */
export function isTest({ filters, initial }: Value): boolean {
  const last = initial.postfix.at(-1)
  return filters.length === 0 && last !== undefined && TypeGuards.isOperatorToken(last)
}

/** A variable with its properties, or a constant. */
export function propertyOf(token: Token, scope: Scope): string {
  if (!TypeGuards.isPropertyAccessToken(token)) return JSON.stringify(nameIn(token))
  const [name, ...path] = token.props.map((prop) => String(nameIn(prop)))
  if (token.variable || name === undefined) throw new Unknown(token.getText())
  return path.reduce(
    (source, key) => (key === 'size' ? `sizeOf(${source})` : `${source}?.[${JSON.stringify(key)}]`),
    scope.get(name) ?? `values[${JSON.stringify(name)}]`,
  )
}

function nameIn(token: Token): string | number | boolean {
  const { content } = token as Token & { readonly content?: unknown }
  if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean')
    return content
  throw new Unknown(token.getText())
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

function sizeOf(value: unknown): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return (value as { readonly size?: unknown } | undefined | null)?.size
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

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter) : text
}

/** The functions that the source uses. */
export const helpers = { isTrue, sizeOf, textOf, escaped }
