import { listArticles } from '@inkstone/contract/article-endpoints.ts'
import { type ArticleItem, DRAFT } from '@inkstone/contract/articles.ts'
import { useAnswer } from '../../lib/requests.ts'

export type EntryKind = 'published' | 'scheduled' | 'draft'

export interface Entry {
  readonly article: ArticleItem
  readonly kind: EntryKind
  /** `YYYY-MM-DD HH:MM:SS`: when it was or will be published; of a draft when it was created. */
  readonly time: string
}

/** The most articles of each kind in a month. */
export const MAX_PER_KIND = 100

/** Articles published or scheduled between two days, and drafts created then. */
export function useEntries(first: string, last: string) {
  const page_size = MAX_PER_KIND
  const published = useAnswer(listArticles, {
    query: { published_since: first, published_until: last, page_size, order: 'desc' },
  })
  const scheduled = useAnswer(listArticles, { query: { scheduled: 1, page_size } })
  const drafts = useAnswer(listArticles, {
    query: { status: DRAFT, scheduled: 0, start_time: first, end_time: last, page_size, order: 'desc' },
  })
  const answers = [published, scheduled, drafts]
  const of = (
    answer: typeof published,
    kind: EntryKind,
    timeOf: (article: ArticleItem) => string | null,
  ): Entry[] =>
    (answer.data?.list ?? []).flatMap((article) => {
      const time = timeOf(article)
      const day = time?.slice(0, 10) ?? ''
      return time === null || day < first || day > last ? [] : [{ article, kind, time }]
    })
  const entries = [
    ...of(published, 'published', ({ publish_time }) => publish_time),
    ...of(scheduled, 'scheduled', ({ scheduled_time }) => scheduled_time),
    ...of(drafts, 'draft', ({ create_time }) => create_time),
  ].sort((one, other) => one.time.localeCompare(other.time))
  return {
    entries,
    error: answers.find(({ error }) => error)?.error ?? null,
    isWaiting: answers.some(({ data }) => data === undefined),
    isCut: answers.some(({ data }) => (data?.total ?? 0) > MAX_PER_KIND),
    refetch: () => {
      for (const answer of answers) answer.refetch()
    },
  }
}
