import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, type Emitter, Liquid, LiquidError, type Template, toValueSync } from 'liquidjs'
import { type Compiled, createCompiler } from './compile.ts'
import { textOf } from './expressions.ts'

/** An error in a template, with its position. */
export interface TemplateFault {
  /** The file name; empty if unknown. */
  readonly file: string
  readonly line: number
  readonly message: string
}

interface Rendered {
  readonly text: string
  /** Set if a file of the folder could not be used or failed, and the built-in one took its place. */
  readonly fault?: TemplateFault | undefined
}

type TemplateData = Readonly<Record<string, unknown>>

export interface Templates {
  /** Changes whenever a file of the folder changes. */
  version(): string
  /** Renders `preferred` if there is such a template, otherwise `fallback`, from the files that `version` last saw. */
  render(preferred: string, fallback: string, data: TemplateData): Rendered
  /** A file that is served unchanged: from the folder, or otherwise the built-in one. */
  file(name: string): string | undefined
  /** The names of the templates that exist only in the folder, without their extension. */
  ownNames(): string[]
}

const ENDING = '.liquid'
const PLAIN_NAME = /^[a-z0-9][\w-]{0,63}\.(?:liquid|css|js)$/i
const MAX_FILES = 200
const MAX_FILE_BYTES = 512 * 1024
const MAX_PARSED = 2_000_000

interface Limits {
  readonly renderMs: number
  readonly memory: number
  readonly output: number
}
const LIMITS: Limits = { renderMs: 1_000, memory: 10_000_000, output: 4 * 1024 * 1024 }
/**
 * The built-in templates are known to terminate. The limit counts wall time, so a short one could fail on a busy
 * machine.
 */
const BUILT_IN_LIMITS: Limits = { renderMs: 60_000, memory: 200_000_000, output: 64 * 1024 * 1024 }

type Sources = ReadonlyMap<string, string>

interface Folder {
  readonly sources: Sources
  /** The first file that cannot be used. */
  readonly fault?: TemplateFault | undefined
}
const NO_FILES: Folder = { sources: new Map() }

/**
 * Liquid templates from two folders: the built-in ones, and one whose files override them and may change at any time.
 * Output is escaped unless a template uses `raw`. Time, memory and output are limited.
 */
export function createTemplates(options: {
  readonly builtIn: string
  readonly overrides: string
}): Templates {
  const builtIn = readFolder(options.builtIn).sources
  const reliable = createLiquid(builtIn, BUILT_IN_LIMITS)
  const renderBuiltIn = builtInRendering(reliable)
  let version = ''
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
    if (seen === version) return version
    const overrides = seen === '' ? NO_FILES : readFolder(options.overrides)
    version = seen
    unusable = overrides.fault
    sources = new Map([...builtIn, ...overrides.sources])
    liquid = overrides.sources.size === 0 ? reliable : createLiquid(sources, LIMITS)
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
    ownNames() {
      look()
      return [...sources.keys()]
        .filter((name) => name.endsWith(ENDING) && !builtIn.has(name))
        .map((name) => name.slice(0, -ENDING.length))
    },
  }
}

function createLiquid(sources: Sources, limits: Limits): Liquid {
  const templates: Record<string, string> = Object.create(null)
  for (const [name, source] of sources) if (name.endsWith(ENDING)) templates[name] = source
  const liquid = new Liquid({
    templates,
    extname: ENDING,
    cache: true,
    outputEscape: 'escape',
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: MAX_PARSED,
    renderLimit: limits.renderMs,
    memoryLimit: limits.memory,
  })
  boundOutput(liquid, limits.output)
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
  return String(toValueSync(liquid._render(liquid.parseFileSync(name), { ...data }, { sync: true })))
}

function faultOf(error: unknown): TemplateFault {
  const message = error instanceof Error ? error.message : String(error)
  if (!LiquidError.is(error)) return { file: '', line: 0, message }
  const { token } = error as LiquidError & {
    token?: { file?: string; getPosition?: () => [number, number] }
  }
  return { file: token?.file ?? '', line: token?.getPosition?.()[0] ?? 0, message }
}

function readFolder(folder: string): Folder {
  const sources = new Map<string, string>()
  let fault: TemplateFault | undefined
  for (const name of filesIn(folder)) {
    const read = readSource(folder, name)
    if (typeof read === 'string') sources.set(name, read)
    else fault ??= read
  }
  return { sources, fault }
}

/** The text of a file without its byte order mark, which would break the first rule of a style sheet. */
function readSource(folder: string, name: string): string | TemplateFault {
  const unusable = (message: string, line = 1) => ({ file: name, line, message })
  let bytes: Buffer
  try {
    if (statSync(join(folder, name)).size > MAX_FILE_BYTES) return unusable('the file is larger than 512 KB')
    bytes = readFileSync(join(folder, name))
  } catch {
    return unusable('the file cannot be read')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [before = ''] = bytes.toString('utf8').split('\ufffd')
    return unusable('the file is not in UTF-8', before.split('\n').length)
  }
}

/** The names of the files in a folder that are used; none if there is no folder. */
export function filesIn(folder: string): string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder)
    .filter((name) => PLAIN_NAME.test(name))
    .sort()
    .slice(0, MAX_FILES)
    .filter((name) => factsOf(folder, name)?.isFile())
}

/** Undefined if the file was deleted meanwhile, or is a link that leads nowhere. */
function factsOf(folder: string, name: string): Stats | undefined {
  try {
    return statSync(join(folder, name), { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Names, sizes and times of the folder's files; empty if there is no folder. */
function fingerprintOf(folder: string): string {
  if (!isFolder(folder)) return ''
  let facts = 'folder'
  for (const name of filesIn(folder)) {
    const { size = 0, mtimeMs = 0, ino = 0 } = factsOf(folder, name) ?? {}
    facts += ` ${name} ${size} ${mtimeMs} ${ino}`
  }
  return facts
}
