import {
  BlockTag,
  ForTag,
  IfTag,
  LayoutTag,
  type Liquid,
  Output,
  RenderTag,
  type Template,
  type Token,
  TypeGuards,
  UnlessTag,
  type Value,
} from 'liquidjs'
import {
  escaped,
  expression,
  filterNamed,
  isTrue,
  type Read,
  reading,
  type Scope,
  textOf,
  Unknown,
} from './values.ts'

/**
 * Compiles parsed Liquid templates to functions. Liquid itself evaluates every template as nested generators, which
 * takes most of the time of a page. This supports only the part of the language that the built-in templates use, with
 * the same results. There are no limits on time and output, so it must not be used for templates of others.
 */

interface Page {
  text: string
  readonly blocks: Map<string, Write>
}

type Write = (page: Page, scope: Scope) => void

export type Compiled = (data: Readonly<Record<string, unknown>>) => string

/** Compiles templates by name, each once; undefined if one uses an unsupported feature. */
export function createCompiler(liquid: Liquid): (name: string) => Compiled | undefined {
  const files = new Map<string, { write: Write }>()

  function fileNamed(name: string): { readonly write: Write } {
    const known = files.get(name)
    if (known) return known
    // Registered before it is compiled, because templates may render themselves.
    const file: { write: Write } = { write: () => {} }
    files.set(name, file)
    file.write = all(liquid.parseFileSync(name))
    return file
  }

  function all(templates: readonly Template[]): Write {
    const writes = templates.map(one)
    return (page, scope) => {
      for (const write of writes) write(page, scope)
    }
  }

  function one(template: Template): Write {
    if (TypeGuards.isHTMLToken(template.token)) return text(template.token.getContent())
    if (template instanceof Output) return output(template.value)
    if (template instanceof IfTag) return choice(template.branches, template.elseTemplates)
    if (template instanceof UnlessTag) return unless(template)
    if (template instanceof ForTag) return loop(template)
    if (template instanceof RenderTag) return partial(template)
    if (template instanceof LayoutTag) return layout(template)
    if (template instanceof BlockTag) return block(template)
    throw new Unknown(template.token.getText())
  }

  function text(html: string): Write {
    return (page) => {
      page.text += html
    }
  }

  function output(value: Value): Write {
    const { filters } = value
    const isRaw = filters.at(-1)?.raw === true
    // The last filter escapes the output.
    const read = filtered(value, isRaw ? filters : filters.slice(0, -1))
    return isRaw
      ? (page, scope) => {
          page.text += textOf(read(scope))
        }
      : (page, scope) => {
          page.text += escaped(textOf(read(scope)))
        }
  }

  function choice(branches: IfTag['branches'], others: readonly Template[] = []): Write {
    const choices = branches.map(({ value, templates }) => ({
      holds: filtered(value),
      write: all(templates),
    }))
    const otherwise = all(others)
    return (page, scope) => {
      for (const { holds, write } of choices) if (isTrue(holds(scope))) return write(page, scope)
      otherwise(page, scope)
    }
  }

  function unless({ branches, elseTemplates }: UnlessTag): Write {
    const [branch, ...more] = branches
    if (!branch || more.length > 0) throw new Unknown('elsif in unless')
    const holds = filtered(branch.value)
    const write = all(branch.templates)
    const otherwise = all(elseTemplates)
    return (page, scope) => (isTrue(holds(scope)) ? otherwise : write)(page, scope)
  }

  function loop({ variable, collection, hash, templates, elseTemplates }: ForTag): Write {
    if (Object.keys(hash.hash).length > 0) throw new Unknown('parameters of a loop')
    const read = reading(collection)
    const write = all(templates)
    const otherwise = all(elseTemplates)
    return (page, scope) => {
      const list = read(scope)
      if (!Array.isArray(list) || list.length === 0) return otherwise(page, scope)
      const last = list.length - 1
      list.forEach((item: unknown, index0) => {
        const forloop = { first: index0 === 0, last: index0 === last, index: index0 + 1, index0 }
        write(page, { values: { forloop, [variable]: item }, outer: scope })
      })
    }
  }

  /** A rendered template sees only the variables that are passed to it. */
  function partial(tag: RenderTag): Write {
    const { file: name, hash, with: given, forBinding } = tag as unknown as PartialTag
    if (typeof name !== 'string' || given || forBinding) throw new Unknown(tag.token.getText())
    const file = fileNamed(name)
    const arguments_ = Object.entries(hash.hash).map(
      ([key, token]) => [key, token === undefined ? () => true : reading(token)] as const,
    )
    const known = new Map<string, string>()
    return (page, scope) => {
      const values: Record<string, unknown> = {}
      for (const [key, read] of arguments_) values[key] = read(scope)
      const state = stateOf(values)
      if (state === undefined) return file.write(page, { values })
      let rendered = known.get(state)
      if (rendered === undefined) {
        const part: Page = { text: '', blocks: page.blocks }
        file.write(part, { values })
        // As one text: V8 would join its pieces again for every page.
        rendered = Buffer.from(part.text).toString()
        if (known.size >= MAX_KNOWN) known.clear()
        known.set(state, rendered)
      }
      page.text += rendered
    }
  }

  function layout({ file: name, args, templates }: LayoutTag): Write {
    if (typeof name !== 'string' || Object.keys(args.hash).length > 0) throw new Unknown('layout')
    const file = fileNamed(name)
    const blocks = templates.flatMap((template) => {
      if (template instanceof BlockTag) return [[template.block, all(template.templates)] as const]
      // Text outside of blocks is not shown.
      if (TypeGuards.isHTMLToken(template.token)) return []
      throw new Unknown(template.token.getText())
    })
    return (page, scope) => {
      for (const [block, write] of blocks) if (!page.blocks.has(block)) page.blocks.set(block, write)
      file.write(page, scope)
    }
  }

  function block({ block: name, templates }: BlockTag): Write {
    const usual = all(templates)
    return (page, scope) => (page.blocks.get(name) ?? usual)(page, scope)
  }

  function filtered(value: Value, filters = value.filters): Read {
    let read = expression(value.initial.postfix)
    for (const { name, args } of filters) {
      const before = read
      const filter = filterNamed(liquid, name)
      const given = args.map((argument) => {
        if (Array.isArray(argument)) throw new Unknown('a named argument')
        return reading(argument)
      })
      read = (scope) => filter(before(scope), ...given.map((one) => one(scope)))
    }
    return read
  }

  return (name) => {
    try {
      const { write } = fileNamed(name)
      return (values) => {
        const page: Page = { text: '', blocks: new Map() }
        write(page, { values })
        return page.text
      }
    } catch (error) {
      if (error instanceof Unknown) return undefined
      throw error
    }
  }
}

/** Of one template. */
const MAX_KNOWN = 50
const MAX_TEXT = 100
const numbers = new WeakMap<object, number>()
let lastNumber = 0

/**
 * A text that is the same only for the same values, if they are short texts and frozen objects, which never change: what
 * is rendered from nothing else, such as the header of a site, is rendered once.
 */
function stateOf(values: Readonly<Record<string, unknown>>): string | undefined {
  let state = ''
  for (const name in values) {
    const value = values[name]
    if (value === undefined || (typeof value === 'string' && value.length < MAX_TEXT))
      state += `${JSON.stringify(value)} `
    else if (typeof value === 'object' && value !== null && Object.isFrozen(value))
      state += `${numberOf(value)} `
    else return undefined
  }
  return state
}

function numberOf(value: object): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, ++lastNumber)
  return lastNumber
}

interface PartialTag {
  readonly file: unknown
  readonly hash: RenderHash
  readonly with?: unknown
  readonly forBinding?: unknown
}
interface RenderHash {
  readonly hash: Readonly<Record<string, Token | undefined>>
}
