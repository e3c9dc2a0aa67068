import { EMBED_SANDBOX, embedOf } from '@inkstone/contract/embeds.ts'
import { Tokenizer } from 'htmlparser2'
import { checkValue } from './attribute-values.ts'
import { type Balance, createBalance } from './balance.ts'
import { NestedTooDeeply } from './open-elements.ts'
import { ALLOWED, checkOf, REMOVED_WITH_CONTENT, VOID } from './vocabulary.ts'

export interface Cleaned {
  readonly html: string
  /** The names of the removed elements and attributes, in the order of the text. */
  readonly removed: readonly string[]
}

export type CleaningRefusal = 'nested-too-deeply'

const MAX_NAMES = 50
const MAX_ATTRIBUTES = 100

/**
 * Makes HTML safe to show to everybody. Scripts, event handlers and javascript: and data: URLs are removed, and every
 * remaining tag is rebuilt from the lists in `vocabulary.ts`. One pass over the tokens, so the time is linear. It
 * replaces sanitize-html, which searches its parser's stack at every closing tag, logs srcset values that it cannot
 * parse, closes void elements and does not report what it removed.
 */
export function cleanHtml(html: string): Cleaned | CleaningRefusal {
  const removed = new Set<string>()
  const report = reporterFor(removed)
  const balance = createBalance(report)
  try {
    readTokens(html, createCleaner(balance, report))
    return { html: balance.finish(), removed: [...removed] }
  } catch (error) {
    if (error instanceof NestedTooDeeply) return 'nested-too-deeply'
    throw error
  }
}

function reporterFor(removed: Set<string>): Report {
  return (name) => {
    if (removed.size < MAX_NAMES && /^[a-z][a-z0-9:_-]{0,39}$/.test(name)) removed.add(name)
  }
}

type Report = (name: string) => void
type Attributes = Map<string, string>

interface Cleaner {
  text(text: string): void
  open(name: string, attributes: Attributes): void
  close(name: string): void
}

function createCleaner(balance: Balance, report: Report): Cleaner {
  /** The element whose content is being removed, and its nesting depth. */
  let dropping: string | undefined
  let dropped = 0

  function drop(name: string): void {
    dropping = name
    dropped = 1
  }

  return {
    text(text) {
      if (dropping === undefined) balance.text(escaped(text))
    },
    open(name, given) {
      if (dropping !== undefined) {
        if (name === dropping) dropped += 1
        return
      }
      const tag = ALLOWED.has(name) ? tagOf(name, given, report) : undefined
      if (tag === undefined) report(name)
      else if (!balance.open(name, tag)) report(name)
      if (tag !== undefined && name === 'iframe') balance.close('iframe')
      if (REMOVED_WITH_CONTENT.has(name)) drop(name)
    },
    close(name) {
      if (dropping !== undefined) {
        if (name === dropping) dropped -= 1
        if (dropped === 0) dropping = undefined
        return
      }
      if (ALLOWED.has(name) && !VOID.has(name)) balance.close(name)
    },
  }
}

/** The rebuilt tag; undefined if the element cannot be kept. */
function tagOf(name: string, given: Attributes, report: Report): string | undefined {
  const kept: Attributes = new Map()
  for (const [attribute, value] of given) {
    const check = checkOf(name, attribute)
    const checked = check && checkValue(check, value)
    if (!checked || checked.lost) report(attribute)
    if (checked?.value !== undefined) kept.set(attribute, checked.value)
  }
  const finished = FINISHES.get(name)?.(kept) ?? kept
  return finished === 'gone' ? undefined : `<${name}${written(finished)}>`
}

/** Attributes that an element always gets, or requires. */
const FINISHES: ReadonlyMap<string, (kept: Attributes) => Attributes | 'gone'> = new Map([
  // The opened page must not get access to the page with the link.
  ['a', (kept) => (kept.has('target') ? kept.set('rel', withNoopener(kept.get('rel') ?? '')) : kept)],
  ['img', (kept) => (kept.has('src') || kept.has('srcset') ? kept : 'gone')],
  ['source', (kept) => (kept.has('src') || kept.has('srcset') ? kept : 'gone')],
  ['track', (kept) => (kept.has('src') ? kept : 'gone')],
  // The checkbox of a task list is never submitted.
  ['input', (kept) => (kept.get('type')?.toLowerCase() === 'checkbox' ? checkbox(kept) : 'gone')],
  ['iframe', frame],
])

function withNoopener(rel: string): string {
  const words = new Set(rel.split(/\s+/).filter((word) => word !== ''))
  return [...words.add('noopener')].join(' ')
}

function checkbox(kept: Attributes): Attributes {
  return new Map([
    ['type', 'checkbox'],
    ...(kept.has('checked') ? ([['checked', '']] as const) : []),
    ['disabled', ''],
  ])
}

/** A player of a known provider always gets the same attributes. */
function frame(kept: Attributes): Attributes | 'gone' {
  const embed = embedOf(kept.get('src') ?? '')
  if (!embed) return 'gone'
  const { provider, src } = embed
  const size = ['width', 'height'].flatMap((side) => {
    const value = kept.get(side)
    return value === undefined ? [] : ([[side, value]] as const)
  })
  return new Map([
    ['src', src],
    ...size,
    ['title', kept.get('title') || provider.name],
    ['sandbox', EMBED_SANDBOX],
    ['allow', provider.allow],
    ['loading', 'lazy'],
    ['referrerpolicy', 'strict-origin-when-cross-origin'],
    ['allowfullscreen', ''],
  ])
}

function written(attributes: Attributes): string {
  let text = ''
  for (const [name, value] of attributes)
    text += value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapedValue(value)}"`
  return text
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
}

function escapedValue(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

function readTokens(html: string, cleaner: Cleaner): void {
  let name = ''
  let attribute = ''
  let value = ''
  let attributes: Attributes = new Map()
  const opened = () => {
    const [element, given] = [name, attributes]
    attributes = new Map()
    cleaner.open(element, given)
  }
  const nothing = () => {}
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => cleaner.text(withoutNul(html.slice(start, end))),
      ontextentity: (codePoint) => cleaner.text(character(codePoint)),
      onopentagname: (start, end) => {
        name = html.slice(start, end).toLowerCase()
      },
      onopentagend: opened,
      // A slash at the end of a tag has no meaning in HTML.
      onselfclosingtag: opened,
      onclosetag: (start, end) => cleaner.close(html.slice(start, end).toLowerCase()),
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end)
      },
      onattribentity: (codePoint) => {
        value += character(codePoint)
      },
      onattribend: () => {
        // The first attribute of a name counts, as in browsers.
        if (attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute))
          attributes.set(attribute, withoutNul(value))
      },
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

function character(codePoint: number): string {
  return codePoint === 0 ? '' : String.fromCodePoint(codePoint)
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}
