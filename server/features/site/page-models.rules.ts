import type { Actor } from '../../platform/core/actor.ts'

/** The template of a page and its data. */
export interface PageModel {
  /** The template for this kind of page. */
  readonly defaultTemplate: string
  /** The template chosen by the article, page or category; empty for none. */
  readonly customTemplate: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The request beyond its path: the page of the comments, the signed-in user, and the result of a sent comment. */
export interface Visit {
  readonly comments: number
  readonly signedIn?: Actor | undefined
  readonly form?: Readonly<Record<string, unknown>>
}
