import type { ArticleText } from '@inkstone/contract/article-texts.ts'
import type { ImportKind } from '@inkstone/contract/imports.ts'
import type { CategoryExtras, MediaExtras, PageExtras, TagExtras } from '../exports/restored-fields.rules.ts'

/** The common fields of articles and pages, with names instead of ids and unconverted texts. */
interface ImportedText {
  /** Identifies it in the source; the same each time the source is read. */
  readonly origin: string
  /** Its display name: the path in the folder, or the title. */
  readonly where: string
  /** The keys of its former URLs; the first is that of its public URL. */
  readonly addresses: readonly string[]
  /** The public URL, as written to the list of redirects. */
  readonly address: string
  /** Earlier public URLs that led to it, also for the redirects. */
  readonly formerAddresses?: readonly FormerAddress[]
  readonly title: string
  readonly content: string
  readonly format: 'html' | 'markdown'
  readonly slug: string | undefined
  readonly createdAt: number | undefined
  readonly updatedAt: number | undefined
  readonly seo: Readonly<Partial<Record<ArticleText, string>>>
  readonly comments: readonly ImportedComment[]
  /** It is imported into the recycle bin. */
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
  /** The display name of the author, if the source has it with the article. */
  readonly authorNickname?: string | undefined
  readonly summary: string | undefined
  readonly cover: string | undefined
  /** Paths of category names; the first is the main category. */
  readonly categories: readonly (readonly string[])[]
  readonly tags: readonly string[]
  readonly flags: Readonly<Partial<Record<'is_top' | 'is_hot' | 'is_recommend' | 'allow_comment', 0 | 1>>>
}

export interface ImportedPage extends ImportedText {
  readonly kind: 'page'
  readonly enabled: 0 | 1
  readonly sortOrder: number
  readonly allowComment: 0 | 1
  readonly extras?: PageExtras
}

export interface ImportedComment {
  readonly kind: 'comment'
  readonly origin: string
  readonly where: string
  /** Its article or page: by origin, or by a URL or alias. With a type the alias is that of an article or of a page. */
  readonly subject:
    | { readonly origin: string }
    | { readonly addresses: readonly string[] }
    | { readonly addresses: readonly string[]; readonly type: 'article' | 'page'; readonly alias: string }
  readonly parent: string | undefined
  /** The user in the source; undefined for a guest. */
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
  /** A reply in the name of the site. */
  readonly isSite?: boolean
}

/** A former public URL: as written to the redirects, and its key in links. */
export interface FormerAddress {
  readonly address: string
  readonly key: string | undefined
}

export interface ImportedCategory {
  readonly kind: 'category'
  readonly formerList?: FormerAddress | undefined
  readonly path: readonly string[]
  readonly slug: string | undefined
  readonly description: string
  readonly extras?: CategoryExtras
}

export interface ImportedTag {
  readonly kind: 'tag'
  readonly formerList?: FormerAddress | undefined
  readonly name: string
  readonly slug: string | undefined
  readonly description: string
  readonly extras?: TagExtras
}

/** Details of an author. The user is created when an article of the author is imported. */
export interface ImportedAuthor {
  readonly kind: 'author'
  readonly formerList?: FormerAddress | undefined
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
  /** It is used as an image, whatever its name. */
  readonly isImage?: true
}

/** What the source says about a file. */
export interface FileFacts extends MediaExtras {
  /** Its original name. */
  readonly filename?: string
}

/** Something that could not be imported exactly. */
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
  /** `isText`: a whole article or page is not imported. */
  | ({ readonly kind: 'loss'; readonly isText?: boolean } & Loss)

/** Where to find a file: its URL, or one of these paths in the media folder. */
export interface FileLocation {
  readonly url: string | undefined
  readonly paths: readonly string[]
  /** It is on a third-party host: it may stay there, which is not a loss. */
  readonly elsewhere?: boolean
  /** Its path on the former website, from which the site redirects to it. */
  readonly formerPath?: string
  readonly facts?: FileFacts | undefined
}

/** A source of an import. All sources yield the same kinds of items. */
export interface Source {
  readonly kind: ImportKind
  /** The display name of the source. */
  readonly name: string
  /** The names of its texts (`where`), if it can be imported again with changes. */
  readonly places?: ReadonlySet<string>
  /** Reads everything from the start. Categories, tags, authors and files come before the items that use them. */
  items(): AsyncIterable<Item>
  progress(): { readonly done: number; readonly total: number; readonly unit: string }
  /** The key of a link to another text of the source; undefined for other links. */
  linkKey(address: string, where: string): string | undefined
  /** Whether the link must lead to a text of the source, so that a missing target is a loss. */
  leadsToText(address: string, where: string): boolean
  /** The file of the source behind a URL; undefined if it is not one of its files. */
  file(address: string, where: string): FileLocation | undefined
  /**
   * For an image that is not one of the files of the source: whether it is on its site or on another host. Such images stay
   * where they are, and are reported. Undefined if that needs no report.
   */
  imagePlace?(address: string): 'own' | 'elsewhere' | undefined
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
  /** Imported before. */
  readonly already_there: number
  /** Of those, changed because their files changed. */
  readonly updated: number
  /** Their names, the first ones. */
  readonly updated_texts: readonly string[]
  readonly authors: readonly string[]
  /** For a dry run: the paths of the categories that would be created. */
  readonly category_names: readonly string[]
  /** The first ones; `losses_total` is the number of all. */
  readonly losses: readonly Loss[]
  readonly losses_total: number
}
