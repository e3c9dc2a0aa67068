import { plainText } from '../../platform/search/plain-text.ts'

const MARK = '\ue001'

/** Converts the HTML of a comment to plain text. Keeps paragraphs, line breaks and the URLs of links. */
export function commentText(html: string): string {
  const marked = html
    .replaceAll(MARK, '')
    .replace(
      /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a>/gi,
      (_, double, single, text: string) => {
        const address = double ?? single ?? ''
        return text.includes(address) || !/^https?:/i.test(address) ? text : `${text} (${address})`
      },
    )
    .replace(
      /<img\b[^>]*?\b(?:src)\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>/gi,
      (_, double, single) => ` ${double ?? single ?? ''} `,
    )
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
