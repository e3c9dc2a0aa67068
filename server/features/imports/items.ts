import type { ArticleText } from '@inkstone/contract/article-texts.ts'
import type { ImportKind } from '@inkstone/contract/imports.ts'

/** What is the same for articles and pages; names in place of ids, texts as they were written. */
interface ImportedText {
  /** The same whenever the same source is read again. */
  readonly origin: string
  /** What a person knows it by: its path in the folder, its title. */
  readonly where: string
  /** The addresses it had, as the source compares them; the first is the one that readers knew. */
  readonly addresses: readonly string[]
  /** The first of them as it is written in the list of redirects. */
  readonly address: string
  readonly title: string
  readonly content: string
  readonly format: 'html' | 'markdown'
  readonly slug: string | undefined
  readonly createdAt: number | undefined
  readonly updatedAt: number | undefined
  readonly seo: Readonly<Partial<Record<ArticleText, string>>>
  readonly comments: readonly ImportedComment[]
  /** It goes to the recycle bin. */
  readonly trashed: boolean
  readonly losses: readonly string[]
}

export interface ImportedArticle extends ImportedText {
  readonly kind: 'article'
  readonly oldSlugs: readonly string[]
  readonly status: 0 | 1 | 2 | 3
  readonly publishedAt: number | undefined
  readonly scheduledAt: number | undefined
  readonly author: string | undefined
  readonly summary: string | undefined
  readonly cover: string | undefined
  /** Paths of names from the top; the first is the main category. */
  readonly categories: readonly (readonly string[])[]
  readonly tags: readonly string[]
  readonly flags: Readonly<Partial<Record<'is_top' | 'is_hot' | 'is_recommend' | 'allow_comment', 0 | 1>>>
}

export interface ImportedPage extends ImportedText {
  readonly kind: 'page'
  readonly enabled: 0 | 1
  readonly sortOrder: number
  readonly allowComment: 0 | 1
}

export interface ImportedComment {
  readonly kind: 'comment'
  readonly origin: string
  readonly where: string
  /** What it is on: by its origin, or by an address or alias. */
  readonly subject: { readonly origin: string } | { readonly addresses: readonly string[] }
  readonly parent: string | undefined
  /** Of a user of the old service; undefined for a guest. */
  readonly author: string | undefined
  readonly nickname: string
  readonly email: string
  readonly ip: string
  /** Plain text. */
  readonly content: string
  readonly status: 0 | 1 | 2 | 3
  readonly createdAt: number | undefined
  readonly likes: number
  readonly trashed: boolean
}

export interface ImportedCategory {
  readonly kind: 'category'
  readonly path: readonly string[]
  readonly slug: string | undefined
  readonly description: string
}

export interface ImportedTag {
  readonly kind: 'tag'
  readonly name: string
  readonly slug: string | undefined
  readonly description: string
}

/** Who an author is. It stays until an article names them. */
export interface ImportedAuthor {
  readonly kind: 'author'
  readonly name: string
  readonly nickname: string
  readonly email: string
}

interface ImportedFile {
  readonly kind: 'file'
  readonly where: string
  readonly address: string
  readonly alt: string
  readonly title: string
}

/** Something that was not taken as it was. */
export interface Loss {
  readonly where: string
  readonly what: string
}

export type Item =
  | ImportedArticle
  | ImportedPage
  | ImportedComment
  | ImportedCategory
  | ImportedTag
  | ImportedAuthor
  | ImportedFile
  /** `isText`: a whole text that is not taken. */
  | ({ readonly kind: 'loss'; readonly isText?: boolean } & Loss)

/** Where a file can be had: by its address, or by one of these paths in the folder of the files. */
export interface FileLocation {
  readonly url: string | undefined
  readonly paths: readonly string[]
  /** It is on another host than what is moved: it stays there unless it can be fetched, and nothing is lost. */
  readonly elsewhere?: boolean
}

/** One place that things come from. Every source gives the same few kinds of items. */
export interface Source {
  readonly kind: ImportKind
  /** What is read, as a person names it. */
  readonly name: string
  /** Reads everything from its beginning. Categories, tags, authors and files come before what uses them. */
  items(): AsyncIterable<Item>
  progress(): { readonly done: number; readonly total: number; readonly unit: string }
  /** What the address of another text of the source is compared by; undefined for what leads elsewhere. */
  linkKey(address: string, where: string): string | undefined
  /** Whether such an address can lead to nothing else, so that it is told where it leads nowhere. */
  leadsToText(address: string): boolean
  /** The file of the source that an address leads to; undefined for what is none of its files. */
  file(address: string, where: string): FileLocation | undefined
}

export interface Report {
  readonly import_id: number
  readonly dry_run: boolean
  /** Articles and pages in the source. */
  readonly found: number
  readonly articles: number
  readonly pages: number
  readonly comments: number
  readonly categories: number
  readonly tags: number
  readonly files: number
  /** Taken by an earlier import. */
  readonly already_there: number
  readonly authors: readonly string[]
  /** Of a dry run: the paths of the categories that would be made. */
  readonly category_names: readonly string[]
  /** The first of them; `losses_total` says how many there are. */
  readonly losses: readonly Loss[]
  readonly losses_total: number
}
