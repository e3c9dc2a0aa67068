import { createHash } from 'node:crypto'

/** Sanitised HTML. Only the sanitiser creates this type, so that other HTML cannot be stored. */
export type CleanHtml = string & { readonly [CLEAN]: true }
declare const CLEAN: unique symbol

/** For HTML that was sanitised when it was stored: a revision or a row. */
export function cleanedBefore(html: string): CleanHtml {
  return html as CleanHtml
}

/** Fields with a text, ready to be stored. */
export type Prepared<Fields> = Omit<Fields, 'content' | 'content_format'> &
  (Fields extends { content: string }
    ? { readonly content: CleanHtml }
    : { readonly content?: CleanHtml }) & {
    /** Its Markdown source. */
    readonly source?: string
  }

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url')
}
