import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import type { FileRefusal } from '../refusals.ts'

// The part in which browsers sniff for HTML.
const SNIFFED_LENGTH = 1024
const OPENING_LENGTH = 64 * 1024

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROL = /[\x00-\x08\x0b\x0e-\x1f]/
const PAGE_ANYWHERE =
  /<(?:!doctype\s+html|html|head|body|script|iframe|object|embed|style|meta|base|svg|\?php)[\s>/]/i
const TAG_FIRST = /^<(?:[a-z][a-z0-9:-]*(?:[\s>/]|$)|[!?/])/i
const PAGE_FIRST =
  /^<(?:!doctype|\/|html|head|body|title|script|style|iframe|object|embed|div|span|p|a|b|i|h[1-6]|br|hr|img|table|form|font|ul|ol|meta|link|base|center|marquee|template|math|video|audio)(?:[\s>/]|$)/i
const SVG_DOCTYPE = /^<!doctype\s+(?:[\w.-]+:)?svg(?=[\s>[])[^>[]*(?:\[[^\]]*\]\s*)?>/i
const SVG_FIRST = /^<(?:[a-z][\w.-]*:)?svg[\s>/]/i

/** Must be UTF-8 and not HTML. An SVG is recognised by its first element. */
export async function sniffText(file: string): Promise<{ is: 'text' | 'svg' } | { refused: FileRefusal }> {
  const opening = await readOpening(file)
  if (typeof opening !== 'string') return opening
  const start = afterProlog(opening)
  if (SVG_FIRST.test(start)) return { is: 'svg' }
  if (PAGE_FIRST.test(start) || PAGE_ANYWHERE.test(opening.slice(0, SNIFFED_LENGTH)))
    return { refused: 'html' }
  if (TAG_FIRST.test(start)) return { refused: 'unsupported-type' }
  return { is: 'text' }
}

async function readOpening(file: string): Promise<string | { refused: FileRefusal }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let opening = ''
  let isFirst = true
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer
    // The byte order marks of UTF-16, which are also prefixes of those of UTF-32.
    if (isFirst && /^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)))
      return { refused: 'not-utf8' }
    isFirst = false
    if (CONTROL.test(bytes.toString('latin1'))) return { refused: 'unsupported-type' }
    const text = decode(decoder, bytes)
    if (text === undefined) return { refused: 'not-utf8' }
    if (opening.length < OPENING_LENGTH) opening += text
  }
  return decode(decoder) === undefined ? { refused: 'not-utf8' } : opening
}

function decode(decoder: TextDecoder, bytes?: Buffer): string | undefined {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    return undefined
  }
}

/** The text after white space, comments, the XML declaration and a document type other than HTML. */
function afterProlog(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    const end = prologEnd(rest)
    if (end === undefined) return rest
    rest = rest.slice(end).trimStart()
  }
}

function prologEnd(rest: string): number | undefined {
  if (rest.startsWith('<!--')) return endOf(rest, '-->')
  if (rest.startsWith('<?')) return endOf(rest, '?>')
  return SVG_DOCTYPE.exec(rest)?.[0].length
}

function endOf(text: string, mark: string): number | undefined {
  const at = text.indexOf(mark)
  return at < 0 ? undefined : at + mark.length
}
