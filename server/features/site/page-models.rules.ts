import type { Actor } from '../../platform/core/actor.ts'

/** What a template gets, by the kind of page. */
export interface PageModel {
  /** The template that is usual for it. */
  readonly defaultTemplate: string
  /** The one that its article, page or category names; empty where it names none. */
  readonly customTemplate: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What is known of the visit beside the address: the page of the comments, and what became of one that was sent. */
export interface Visit {
  readonly comments: number
  readonly signedIn?: Actor | undefined
  readonly form?: Readonly<Record<string, unknown>>
}
