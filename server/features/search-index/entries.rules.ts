import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { plainText } from '../../platform/search/plain-text.ts'

/** An article as far as its words go, with the names of its tags. */
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

/** A text whose words are found in one scope. No phrase spans two fields. */
export interface Field {
  readonly scope: string
  readonly text: string
}

/**
 * Where words are looked for: anywhere in what is published, in its title, summary and tags, in its title or its tags
 * alone; or anywhere in what is not published.
 */
export type Place = 'everywhere' | 'heading' | 'title' | 'tags' | 'unpublished'

const LETTERS: Record<Place, string> = {
  everywhere: 'p',
  heading: 'h',
  title: 't',
  tags: 'g',
  unpublished: 'd',
}

/**
 * What the words of an entry start with. The site and whether it is published are in the words themselves: a search
 * reads only what it may show, and counting needs no look at the articles.
 */
export function scopeOf(siteId: number, place: Place): string {
  return `${siteId}${LETTERS[place]}`
}

/** The fields of an article's entry, the longest last. A summary that nobody wrote is the text's own beginning. */
export function fieldsOf(article: IndexedArticle): Field[] {
  const { site_id, status, title, summary } = article
  const tags = article.tagNames.join('\n')
  const heading = [title, tags, article.summary_given === 1 ? summary : '']
  const body = plainText(article.content)
  const within = (place: Place, texts: readonly string[]) =>
    texts.flatMap((text) => (text === '' ? [] : [{ scope: scopeOf(site_id, place), text }]))
  if (status !== PUBLISHED) return within('unpublished', [...heading, body])
  return [
    ...within('title', [title]),
    ...within('tags', [tags]),
    ...within('heading', heading),
    ...within('everywhere', [...heading, body]),
  ]
}
