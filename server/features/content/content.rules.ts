import { createHash } from 'node:crypto'

/** HTML that has been cleaned. Only cleaning makes one, so that what was not cleaned cannot be kept. */
export type CleanHtml = string & { readonly [CLEAN]: true }
declare const CLEAN: unique symbol

/** For what was cleaned when it was written: a revision, a row. */
export function cleanedBefore(html: string): CleanHtml {
  return html as CleanHtml
}

/** Fields with a text, ready to be kept. */
export type Prepared<Fields> = Omit<Fields, 'content' | 'content_format'> &
  (Fields extends { content: string }
    ? { readonly content: CleanHtml }
    : { readonly content?: CleanHtml }) & {
    /** The Markdown that it was sent as. */
    readonly source?: string
  }

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url')
}
