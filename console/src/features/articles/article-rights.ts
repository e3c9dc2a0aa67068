import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { useMay, useMe } from '../../lib/may.ts'
import { isScheduled, type Stateful } from './article-status.tsx'

interface Written extends Stateful {
  readonly author: { readonly id: number }
}

/** What one may do with an article as it stands, for menus and buttons. */
export function useArticleRights() {
  const may = useMay()
  const me = useMe()
  return (article: Written) => {
    const isOwn = article.author.id === me?.id
    const can = (own: Parameters<typeof may>[0], any: Parameters<typeof may>[0]) =>
      may(any) || (isOwn && may(own))
    const edit = can('articles.edit.own', 'articles.edit.any')
    const publish = can('articles.publish.own', 'articles.publish.any')
    const audit = may('articles.audit')
    const { status } = article
    return {
      edit,
      // What waits for a review is published by passing it, so that its author learns of it.
      publish: publish && status !== PUBLISHED && !(audit && status === PENDING),
      schedule: publish && status !== PUBLISHED,
      submit: edit && !publish && status === DRAFT,
      audit: audit && status === PENDING,
      cancelSchedule: edit && isScheduled(article),
      unpublish: edit && status !== DRAFT,
      archive: edit && status !== ARCHIVED,
      remove: can('articles.delete.own', 'articles.delete.any'),
    }
  }
}
