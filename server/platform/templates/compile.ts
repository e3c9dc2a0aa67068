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
import { expression, filterNamed, helpers, isTest, propertyOf, type Scope, Unknown } from './expressions.ts'

/**
 * Compiles parsed Liquid templates to JavaScript, one function per template. Liquid itself evaluates every template as
 * nested generators, which takes most of the time of a page. This supports only the part of the language that the
 * built-in templates use, with the same results. There are no limits on time and output, and properties are read without
 * a check for inherited ones, so it must not be used for templates of others.
 */

type Values = Readonly<Record<string, unknown>>
/** Renders a template with its variables, and with the blocks of the templates that use it as a layout. */
type Render = (values: Values, blocks: Blocks) => string
type Blocks = Readonly<Record<string, Render>>

export type Compiled = (data: Values) => string

interface File {
  render: Render
}

/** Compiles templates by name, each once; undefined if one uses an unsupported feature. */
export function createCompiler(liquid: Liquid): (name: string) => Compiled | undefined {
  const files = new Map<string, File>()

  function fileNamed(name: string): File {
    const known = files.get(name)
    if (known) return known
    // Registered before it is compiled, because templates may render themselves.
    const file: File = { render: () => '' }
    files.set(name, file)
    try {
      file.render = compileFile(liquid, liquid.parseFileSync(name), fileNamed)
    } catch (error) {
      files.delete(name)
      throw error
    }
    return file
  }

  return (name) => {
    try {
      const file = fileNamed(name)
      return (values) => file.render(values, {})
    } catch (error) {
      if (error instanceof Unknown) return undefined
      throw error
    }
  }
}

function compileFile(
  liquid: Liquid,
  templates: readonly Template[],
  fileNamed: (name: string) => File,
): Render {
  /** What the source uses by its number: filters and other templates. */
  const used: unknown[] = []
  const use = (value: unknown) => `used[${used.push(value) - 1}]`
  let variables = 0

  function all(given: readonly Template[], scope: Scope): string {
    return given.map((template) => one(template, scope)).join('\n')
  }

  function one(template: Template, scope: Scope): string {
    if (TypeGuards.isHTMLToken(template.token)) return write(JSON.stringify(template.token.getContent()))
    if (template instanceof Output) return output(template.value, scope)
    if (template instanceof IfTag) return choice(template.branches, template.elseTemplates, scope)
    if (template instanceof UnlessTag) return unless(template, scope)
    if (template instanceof ForTag) return loop(template, scope)
    if (template instanceof RenderTag) return partial(template, scope)
    if (template instanceof LayoutTag) return layout(template)
    if (template instanceof BlockTag) return block(template, scope)
    throw new Unknown(template.token.getText())
  }

  function output(value: Value, scope: Scope): string {
    const { filters } = value
    const isRaw = filters.at(-1)?.raw === true
    // The last filter escapes the output.
    const shown = filtered(value, scope, isRaw ? filters : filters.slice(0, -1))
    return write(isRaw ? `textOf(${shown})` : `escaped(textOf(${shown}))`)
  }

  function choice(branches: IfTag['branches'], others: readonly Template[] = [], scope: Scope): string {
    const choices = branches.map(
      ({ value, templates }) => `if (${condition(value, scope)}) {\n${all(templates, scope)}\n}`,
    )
    return `${choices.join(' else ')} else {\n${all(others, scope)}\n}`
  }

  function unless({ branches, elseTemplates }: UnlessTag, scope: Scope): string {
    const [branch, ...more] = branches
    if (!branch || more.length > 0) throw new Unknown('elsif in unless')
    return `if (${condition(branch.value, scope)}) {\n${all(elseTemplates, scope)}\n} else {\n${all(branch.templates, scope)}\n}`
  }

  function loop({ variable, collection, hash, templates, elseTemplates }: ForTag, scope: Scope): string {
    if (Object.keys(hash.hash).length > 0) throw new Unknown('parameters of a loop')
    const number = ++variables
    const list = `list${number}`
    const at = `at${number}`
    const item = `item${number}`
    const forloop = `forloop${number}`
    const inner: Scope = new Map([...scope, ['forloop', forloop], [variable, item]])
    return `const ${list} = ${propertyOf(collection, scope)}
      if (Array.isArray(${list}) && ${list}.length > 0) for (let ${at} = 0; ${at} < ${list}.length; ${at}++) {
        const ${item} = ${list}[${at}]
        const ${forloop} = { first: ${at} === 0, last: ${at} === ${list}.length - 1, index: ${at} + 1, index0: ${at} }
        ${all(templates, inner)}
      } else {\n${all(elseTemplates ?? [], scope)}\n}`
  }

  /** A rendered template sees only the variables that are passed to it. */
  function partial(tag: RenderTag, scope: Scope): string {
    const { file: name, hash, with: given, forBinding } = tag as unknown as PartialTag
    if (typeof name !== 'string' || given || forBinding) throw new Unknown(tag.token.getText())
    const values = Object.entries(hash.hash).map(
      ([key, token]) => `${JSON.stringify(key)}: ${token === undefined ? 'true' : propertyOf(token, scope)}`,
    )
    return write(`${use(renderedOnce(fileNamed(name)))}({ ${values.join(', ')} })`)
  }

  function layout({ file: name, args, templates }: LayoutTag): string {
    if (typeof name !== 'string' || Object.keys(args.hash).length > 0) throw new Unknown('layout')
    const own = templates.flatMap((template) => {
      if (template instanceof BlockTag)
        return `${JSON.stringify(template.block)}: ${renderSource(all(template.templates, new Map()))}`
      // Text outside of blocks is not shown.
      if (TypeGuards.isHTMLToken(template.token)) return []
      throw new Unknown(template.token.getText())
    })
    return write(`${use(fileNamed(name))}.render(values, { ${[...own, '...blocks'].join(', ')} })`)
  }

  function block({ block: name, templates }: BlockTag, scope: Scope): string {
    const given = `blocks[${JSON.stringify(name)}]`
    return `if (${given}) {\n${write(`${given}(values, blocks)`)}\n} else {\n${all(templates, scope)}\n}`
  }

  function condition(value: Value, scope: Scope): string {
    const source = filtered(value, scope)
    return isTest(value) ? source : `isTrue(${source})`
  }

  function filtered(value: Value, scope: Scope, filters = value.filters): string {
    return filters.reduce(
      (source, { name, args }) => {
        const given = args.map((argument) => {
          if (Array.isArray(argument)) throw new Unknown('a named argument')
          return propertyOf(argument, scope)
        })
        return `${use(filterNamed(liquid, name))}(${[source, ...given].join(', ')})`
      },
      expression(value.initial.postfix, scope),
    )
  }

  const source = `const { ${Object.keys(helpers).join(', ')} } = helpers
    return ${renderSource(all(templates, new Map()))}`
  return new Function('helpers', 'used', source)(helpers, used)
}

const write = (source: string) => `text += ${source}`

function renderSource(body: string): string {
  return `(values, blocks) => {\nlet text = ''\n${body}\nreturn text\n}`
}

/** Renders a template without blocks, and what is the same for the same values only once. */
function renderedOnce(file: File): Compiled {
  const known = new Map<string, string>()
  return (values) => {
    const state = stateOf(values)
    if (state === undefined) return file.render(values, {})
    let rendered = known.get(state)
    if (rendered === undefined) {
      // As one text: V8 would join its pieces again for every page.
      rendered = Buffer.from(file.render(values, {})).toString()
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(state, rendered)
    }
    return rendered
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
