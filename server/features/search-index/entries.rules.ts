import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { plainText } from '../../platform/search/plain-text.ts'

/** The searchable fields of an article, with the names of its tags. */
export interface IndexedArticle {
  readonly id: number
  readonly site_id: number
  readonly status: number
  readonly title: string
  readonly summary: string
  readonly summary_given: number
  readonly content: string
  readonly tagNames: readonly string[]
}

/** A text indexed in one scope. Phrases do not span fields. */
export interface Field {
  readonly scope: string
  readonly text: string
}

/**
 * Search scopes: everything published; its title, summary and tags; its title or tags only; or everything unpublished.
 */
export type SearchScope = 'everywhere' | 'heading' | 'title' | 'tags' | 'unpublished'

const LETTERS: Record<SearchScope, string> = {
  everywhere: 'p',
  heading: 'h',
  title: 't',
  tags: 'g',
  unpublished: 'd',
}

/**
 * The prefix of the words of an entry. The site and the published state are part of the words, so that a search reads
 * only what it may show, and counting does not read articles.
 */
export function scopePrefix(siteId: number, place: SearchScope): string {
  return `${siteId}${LETTERS[place]}`
}

/** The fields of an index entry, longest last. A generated summary is the beginning of the text. */
export function fieldsOf(article: IndexedArticle): Field[] {
  const { site_id, status, title, summary } = article
  const tags = article.tagNames.join('\n')
  const heading = [title, tags, article.summary_given === 1 ? summary : '']
  const body = plainText(article.content)
  const within = (place: SearchScope, texts: readonly string[]) =>
    texts.flatMap((text) => (text === '' ? [] : [{ scope: scopePrefix(site_id, place), text }]))
  if (status !== PUBLISHED) return within('unpublished', [...heading, body])
  return [
    ...within('title', [title]),
    ...within('tags', [tags]),
    ...within('heading', heading),
    ...within('everywhere', [...heading, body]),
  ]
}
