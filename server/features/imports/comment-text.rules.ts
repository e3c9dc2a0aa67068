import { plainText } from '../../platform/search/plain-text.ts'
import { replaceElements } from './scanning.rules.ts'

const MARK = '\ue001'
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i
const SRC = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i

function attributeIn(attributes: string, form: RegExp): string {
  const [, double, single] = form.exec(attributes) ?? []
  return double ?? single ?? ''
}

/** Converts the HTML of a comment to plain text. Keeps paragraphs, line breaks and the URLs of links. */
export function commentText(html: string): string {
  const marked = replaceElements(
    html.replaceAll(MARK, ''),
    /<a\b([^<>]*)>/gi,
    /<\/a>/gi,
    ([, given = '']) => {
      const address = attributeIn(given, HREF)
      return (text) => (text.includes(address) || !/^https?:/i.test(address) ? text : `${text} (${address})`)
    },
  )
    .replace(/<img\b([^<>]*)>/gi, (_, given: string) => ` ${attributeIn(given, SRC)} `)
    .replace(/\r\n?/g, '\n')
    .replace(/<br\s*\/?>\n?/gi, MARK)
    .replace(/<\/(?:p|div|blockquote|li|pre)>\s*/gi, `${MARK}${MARK}`)
    .replace(/\n/g, MARK)
  return plainText(marked)
    .split(MARK)
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
