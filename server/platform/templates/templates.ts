import { Context, type Emitter, Liquid, LiquidError, type Template, toValueSync } from 'liquidjs'
import { type Compiled, createCompiler } from './compile.ts'
import { textOf } from './expressions.ts'
import {
  bytesOf,
  fingerprintOf,
  NO_FILES,
  readFolder,
  type Sources,
  type TemplateFault,
  versionOf,
} from './folder.ts'
import { readLocalTimes } from './local-times.ts'

interface Rendered {
  readonly text: string
  /** Set if a file of the folder could not be used or failed, and the built-in one took its place. */
  readonly fault?: TemplateFault | undefined
}

type TemplateData = Readonly<Record<string, unknown>>

export interface Templates {
  /** Changes whenever a file of the folder changes. The same for the same files, so that nodes agree on it. */
  version(): string
  /** Renders `preferred` if there is such a template, otherwise `fallback`, from the files that `version` last saw. */
  render(preferred: string, fallback: string, data: TemplateData): Rendered
  /** A file that is served unchanged: from the folder, or otherwise the built-in one. */
  file(name: string): string | undefined
  /** A font or an image of the folder. */
  bytes(name: string): Buffer | undefined
  /** Whether a file of the folder contains this word. */
  mentions(word: string): boolean
  /** The names of the templates that exist only in the folder, without their extension. */
  ownNames(): string[]
}

const ENDING = '.liquid'
const MAX_PARSED = 2_000_000

interface Limits {
  readonly renderMs: number
  readonly memory: number
  readonly output: number
}
const LIMITS: Limits = { renderMs: 1_000, memory: 10_000_000, output: 4 * 1024 * 1024 }
/**
 * The built-in templates are known to terminate.
 */
const BUILT_IN_LIMITS: Limits = { renderMs: 60_000, memory: 200_000_000, output: 64 * 1024 * 1024 }

/**
 * Liquid templates from two folders: the built-in ones, and one whose files override them and may change at any time.
 * Output is escaped unless a template uses `raw`. Time, memory and output are limited.
 */
export function createTemplates(options: {
  readonly builtIn: string
  readonly overrides: string
  /** Of the times that templates format. */
  readonly timezone: string
}): Templates {
  const builtIn = readFolder(options.builtIn).sources
  const { timezone } = options
  const reliable = createLiquid(builtIn, timezone, BUILT_IN_LIMITS)
  const renderBuiltIn = builtInRendering(reliable)
  let fingerprint = ''
  let version = ''
  let overrides = NO_FILES.sources
  let names = NO_FILES.binaries
  let sources = builtIn
  let liquid = reliable
  let unusable: TemplateFault | undefined

  let isLooked = false

  /** Looks at the folder once for the calls of one function: a request needs the version several times. */
  function look(): string {
    if (isLooked) return version
    isLooked = true
    queueMicrotask(() => {
      isLooked = false
    })
    const seen = fingerprintOf(options.overrides)
    if (seen === fingerprint) return version
    const folder = seen === '' ? NO_FILES : readFolder(options.overrides)
    fingerprint = seen
    version = versionOf(options.overrides, folder)
    unusable = folder.fault
    overrides = folder.sources
    names = folder.binaries
    sources = new Map([...builtIn, ...overrides])
    liquid = overrides.size === 0 ? reliable : createLiquid(sources, timezone, LIMITS)
    return version
  }

  return {
    version: look,
    render(preferred, fallback, data) {
      const name = sources.has(`${preferred}${ENDING}`) ? preferred : fallback
      try {
        const text = liquid === reliable ? renderBuiltIn(name, data) : renderWith(liquid, name, data)
        return { text, fault: unusable }
      } catch (error) {
        // An error in a built-in template is a bug, and there is no fallback.
        if (liquid === reliable) throw error
        return { text: renderBuiltIn(fallback, data), fault: faultOf(error) }
      }
    },
    file(name) {
      look()
      return sources.get(name)
    },
    bytes(name) {
      look()
      return names.has(name) ? bytesOf(options.overrides, name) : undefined
    },
    mentions(word) {
      look()
      return [...overrides.values()].some((source) => source.includes(word))
    },
    ownNames() {
      look()
      return [...sources.keys()]
        .filter((name) => name.endsWith(ENDING) && !builtIn.has(name))
        .map((name) => name.slice(0, -ENDING.length))
    },
  }
}

function createLiquid(sources: Sources, timezoneOffset: string, limits: Limits): Liquid {
  const templates: Record<string, string> = Object.create(null)
  for (const [name, source] of sources) if (name.endsWith(ENDING)) templates[name] = source
  const liquid = new Liquid({
    templates,
    extname: ENDING,
    cache: true,
    outputEscape: 'escape',
    ownPropertyOnly: true,
    strictFilters: true,
    timezoneOffset,
    parseLimit: MAX_PARSED,
    renderLimit: limits.renderMs,
    memoryLimit: limits.memory,
  })
  boundOutput(liquid, limits.output)
  readLocalTimes(liquid, timezoneOffset)
  return liquid
}

const written = new WeakMap<Context, { length: number }>()

/**
 * Liquid limits the results of filters, but not the output. Here each rendering has an output limit, captured text
 * included.
 */
function boundOutput({ renderer }: Liquid, most: number): void {
  const renderTemplates = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) =>
    renderTemplates(templates, context, emitter ?? boundedEmitter(context, most))
}

function boundedEmitter(context: Context, most: number): Emitter {
  const total = written.get(context) ?? { length: 0 }
  written.set(context, total)
  return {
    buffer: '',
    write(value: unknown) {
      const text = textOf(value)
      total.length += text.length
      if (total.length > most) throw new Error('the output is too long')
      this.buffer += text
    },
  }
}

/** Templates that are known to terminate are compiled. Those that cannot be compiled are rendered by Liquid. */
function builtInRendering(liquid: Liquid): (name: string, data: TemplateData) => string {
  const compile = createCompiler(liquid)
  const compiled = new Map<string, Compiled>()
  return (name, data) => {
    const known = compiled.get(name)
    if (known) return known(data)
    const made = compile(name) ?? ((given) => renderWith(liquid, name, given))
    compiled.set(name, made)
    return made(data)
  }
}

function renderWith(liquid: Liquid, name: string, data: TemplateData): string {
  const templates = liquid.parseFileSync(name)
  const context = new Context({ ...data }, liquid.options, { sync: true }, { liquid })
  limitProcessorTime(context, liquid.options.renderLimit)
  return String(toValueSync(liquid._render(templates, context, { sync: true })))
}

/**
 * Liquid limits the time on the clock, which also passes while other programs use the processor: on a busy machine a good
 * template would fail.
 */
function limitProcessorTime({ renderLimit }: Context, mostMs: number): void {
  const fail = renderLimit.check.bind(renderLimit)
  const end = performance.now() + mostMs
  const before = process.cpuUsage()
  renderLimit.check = (now) => {
    if (now <= end) return
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 > mostMs) fail(now)
  }
}

function faultOf(error: unknown): TemplateFault {
  const message = error instanceof Error ? error.message : String(error)
  if (!LiquidError.is(error)) return { file: '', line: 0, message }
  const { token } = error as LiquidError & {
    token?: { file?: string; getPosition?: () => [number, number] }
  }
  return { file: token?.file ?? '', line: token?.getPosition?.()[0] ?? 0, message }
}
