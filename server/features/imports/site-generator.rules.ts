import { posix } from 'node:path'
import { aroundCode } from '../../platform/markdown/code-parts.ts'
import { embedHtml, escapedHtml, isEmbeddable } from './embeds.rules.ts'
import { replaceElements } from './scanning.rules.ts'

/** The file that a reference leads to; undefined if there is none, or if there are several. */
export type FindText = (reference: string) => string | undefined

/**
 * Converts the tags of Hugo, Hexo and Jekyll that have a counterpart: images, references, code and videos. Others are kept
 * as text and reported, and so are template variables. Code is unchanged.
 */
export function fromSiteGenerator(given: string, findText: FindText, losses: string[]): string {
  const body = outsideCode(given, (text) => codeBlocks(text))
  const converted = outsideCode(body, (text) => singleTags(text, findText, losses))
  report(converted, losses)
  return converted
}

function outsideCode(body: string, change: (text: string) => string): string {
  return aroundCode(body)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')
}

const CODE = [
  [/\{\{[<%]\s*highlight\s+([\w+#-]{1,30})[^{}]{0,300}[>%]\}\}/g, /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g],
  [/\{%-?\s*highlight\s+([\w+#-]{1,30})[^{}%]{0,300}%\}/g, /\{%-?\s*endhighlight\s*-?%\}/g],
  [/\{%\s*codeblock(?:[^{}%]{0,200}?lang:([\w+#-]{1,30}))?[^{}%]{0,300}%\}/g, /\{%\s*endcodeblock\s*%\}/g],
] as const

/** A fence of four, because the code may contain one of three. */
function codeBlocks(text: string): string {
  const fenced = CODE.reduce(
    (left, [open, close]) =>
      replaceElements(
        left,
        open,
        close,
        ([, language = '']) =>
          (inner) =>
            `\n\`\`\`\`${language}\n${inner.replace(/^\r?\n|\r?\n$/g, '')}\n\`\`\`\`\n`,
      ),
    text,
  )
  return fenced.replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, '')
}

const HUGO = /\{\{[<%]\s*([\w-]{1,40})\s?([^{}]{0,3000}?)\s*\/?[>%]\}\}/g
/** The end of a line after a figure: HTML ends only at an empty line. */
const AFTER_FIGURE = /<\/figure>[ \t]*\r?\n(?!\r?\n)/g
const LIQUID = /\{%-?\s*([\w-]{1,40})\s?([^{}%]{0,1000}?)\s*-?%\}/g
const BASE_URL = /\{\{-?\s*(?:site\.(?:baseurl|url)|config\.root)\s*-?\}\}/g
const FILTERED = /\{\{-?\s*(["'])([^"'{}]{0,500})\1\s*\|\s*(?:relative_url|absolute_url|url_for)\s*-?\}\}/g

function singleTags(text: string, findText: FindText, losses: string[]): string {
  return text
    .replace(BASE_URL, '')
    .replace(FILTERED, '$2')
    .replace(
      HUGO,
      (whole, name: string, given: string) => hugoTag(name, parametersIn(given), findText, losses) ?? whole,
    )
    .replace(AFTER_FIGURE, '</figure>\n\n')
    .replace(LIQUID, (whole, name: string, given: string) => liquidTag(name, given, findText) ?? whole)
}

interface Parameters {
  readonly positional: readonly string[]
  readonly named: ReadonlyMap<string, string>
}

/** `name="value"`, with double quotes, backticks or nothing around it, or values alone. */
function parametersIn(given: string): Parameters {
  const positional: string[] = []
  const named = new Map<string, string>()
  for (const [, name, double, raw, bare] of given.matchAll(
    /(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`=]+))/g,
  )) {
    const value = double?.replace(/\\(.)/g, '$1') ?? raw ?? bare ?? ''
    if (name === undefined) positional.push(value)
    else named.set(name.toLowerCase(), value)
  }
  return { positional, named }
}

const KEPT_PARAMETERS = /^(?:src|alt|title|caption|link|attr|attrlink|width|height)$/

function hugoTag(
  name: string,
  { positional, named }: Parameters,
  findText: FindText,
  losses: string[],
): string | undefined {
  if (name === 'figure') {
    const lost = [...named.keys()].filter((key) => !KEPT_PARAMETERS.test(key))
    if (lost.length > 0) losses.push(`parameters of a figure are not imported: ${lost.join(', ')}`)
    return figure(named)
  }
  if (name === 'ref' || name === 'relref') return findText(named.get('path') ?? positional[0] ?? '')
  return video(name, named.get('id') ?? positional[0])
}

function figure(given: ReadonlyMap<string, string>): string | undefined {
  const of = (name: string) => escapedHtml(given.get(name) ?? '')
  if (of('src') === '') return undefined
  const sizes = ['width', 'height'].flatMap((name) =>
    /^\d+$/.test(of(name)) ? [` ${name}="${of(name)}"`] : [],
  )
  const image = `<img src="${of('src')}" alt="${of('alt') || of('caption') || of('title')}"${sizes.join('')}>`
  const credit = of('attrlink') === '' ? of('attr') : `<a href="${of('attrlink')}">${of('attr')}</a>`
  const caption = [of('title') && `<strong>${of('title')}</strong>`, of('caption'), credit].filter(Boolean)
  const shown = of('link') === '' ? image : `<a href="${of('link')}">${image}</a>`
  return `<figure>${shown}<figcaption>${caption.join(' ')}</figcaption></figure>`
}

function video(service: string, id: string | undefined): string | undefined {
  const page = new Map([
    ['youtube', `https://www.youtube.com/watch?v=${id}`],
    ['vimeo', `https://vimeo.com/${id}`],
    ['bilibili', `https://www.bilibili.com/video/${id}`],
  ]).get(service)
  return id !== undefined && /^[\w-]+$/.test(id) && page !== undefined && isEmbeddable(page)
    ? embedHtml(page)
    : undefined
}

function liquidTag(name: string, given: string, findText: FindText): string | undefined {
  const [first = '', ...rest] = given.split(/\s+/)
  switch (name) {
    case 'post_url':
    case 'link':
    case 'post_path':
      return findText(first)
    case 'post_link': {
      const target = findText(first)
      const title = rest.join(' ').replace(/^(["'])([\s\S]*)\1$/, '$2')
      return target === undefined ? undefined : `[${title || first}](${target})`
    }
    case 'asset_path':
      return first
    case 'asset_img': {
      const words = [first, ...rest]
      const at = words.findIndex((word) => /\.[a-z]{3,4}$/i.test(word))
      const quoted = /(["'])([^"']*)\1["']?\s*$/.exec(given)?.[2]
      const alt =
        quoted ??
        words
          .slice(at + 1)
          .filter((word) => !/^\d+$/.test(word))
          .join(' ')
      return at === -1 ? undefined : `![${alt}](${words[at]})`
    }
    default:
      return video(name, first)
  }
}

/** What is left of them. */
function report(body: string, losses: string[]): void {
  const text = aroundCode(body)
    .filter((_, at) => at % 2 === 0)
    .join('\n')
    .replace(/`[^`\n]*`/g, '')
  const tags = new Set(
    [...text.matchAll(/\{%-?\s*(\w+)|\{\{[<%]\s*(\w+)/g)].map(([, one, other]) => one ?? other),
  )
  if (tags.size > 0) losses.push(`tags of the site generator are kept as text: ${[...tags].join(', ')}`)
  const variables = new Set([...text.matchAll(/\{\{-?\s*([\w.]+)[^{}]{0,200}\}\}/g)].map(([, name]) => name))
  if (variables.size > 0)
    losses.push(`template variables are kept as text: ${[...variables].slice(0, 10).join(', ')}`)
  if (/^\{:[^{}\n]{0,300}\}[ \t]*$/m.test(text)) losses.push('attributes of kramdown are kept as text')
  const kinds = new Set([...text.matchAll(ADMONITION)].map(([, ...names]) => names.find(Boolean)))
  if (kinds.size > 0)
    losses.push(`admonitions are kept as text: ${[...kinds].slice(0, 10).join(', ').toLowerCase()}`)
  if (/^ {0,3}#{1,6}[ \t].{0,300}\{#[^{}\n]{1,100}\}[ \t]*$/m.test(text))
    losses.push('ids of headings are kept as text')
}

/** Of GitHub (`> [!NOTE]`), of VitePress and Docusaurus (`:::tip`), and of MkDocs (`!!! note`). */
const ADMONITION = /^ {0,3}(?:> ?\[!(\w+)\]|:{3,}[ \t]*(\w[\w-]*)|(?:!!!|\?\?\?\+?)[ \t]+(\w[\w-]*))/gm

/** Finds the files of a folder by their paths, with or without extension, date and `index`, or by a unique end of them. */
export function createTextFinder(paths: readonly string[]): (where: string) => FindText {
  const byKey = new Map<string, string[]>()
  for (const path of paths) {
    const parts = keyOf(path).split('/')
    for (const at of parts.keys()) note(parts.slice(at).join('/'), path)
    const undated = parts.at(-1)?.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '') ?? ''
    if (undated !== parts.at(-1)) note(undated, path)
  }
  function note(key: string, path: string): void {
    const known = byKey.get(key)
    if (known) known.push(path)
    else byKey.set(key, [path])
  }
  const only = (key: string): string | undefined => {
    const found = byKey.get(key) ?? []
    const exact = found.find((path) => keyOf(path) === key)
    return exact ?? (found.length === 1 ? found[0] : undefined)
  }
  return (where) => (reference) => {
    const [path = '', anchor] = reference.split('#', 2)
    const end = anchor === undefined ? '' : `#${anchor}`
    if (path === '') return anchor === undefined ? undefined : end
    const beside = path.startsWith('/') ? undefined : byKeyExactly(posix.join(posix.dirname(where), path))
    const name = path.replace(/^\/+/, '')
    const found = beside ?? nearest(where, name) ?? only(keyOf(name))
    return found === undefined ? undefined : `/${encodeURI(found).replace(/[()?#]/g, escaped)}${end}`
  }
  /** In the next folder around the text that has such a file: each language of a site may have one. */
  function nearest(where: string, name: string): string | undefined {
    for (
      let folder = posix.dirname(where);
      folder !== '.' && folder !== '/';
      folder = posix.dirname(folder)
    ) {
      const found = byKeyExactly(posix.join(folder, name))
      if (found !== undefined) return found
    }
    return undefined
  }
  function byKeyExactly(path: string): string | undefined {
    return (byKey.get(keyOf(path)) ?? []).find((each) => keyOf(each) === keyOf(path))
  }
}

const escaped = (character: string) => `%${character.charCodeAt(0).toString(16)}`

function keyOf(path: string): string {
  return path
    .normalize('NFC')
    .replace(/\.(?:md|markdown|mdx|html)$/i, '')
    .replace(/(?:^|\/)_?index$/i, '')
    .replace(/(?<!\/)\/+$/, '')
}
