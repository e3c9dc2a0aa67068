import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { WorkingCopy } from '@inkstone/contract/working-copies.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { isOutdated, type WholeCopy } from './working-copies.actions.ts'

export function showWorkingCopy(zone: Zone) {
  return ({ article, copy, content, editor }: WholeCopy, text: string): WorkingCopy => {
    const { writing, alias, flags, links, names } = content
    const { summary_given: _, ...texts } = writing
    return {
      ...texts,
      content: text,
      id: article.id,
      alias,
      category: named(names.categories.get(writing.category_id)) ?? {
        id: writing.category_id,
        name: '',
        alias: '',
      },
      category_ids: links.categoryIds.filter((id) => names.categories.has(id)),
      tags: links.tagIds.flatMap((id) => named(names.tags.get(id)) ?? []),
      tag_ids: links.tagIds.filter((id) => names.tags.has(id)),
      is_top: flags.is_top,
      is_hot: flags.is_hot,
      is_recommend: flags.is_recommend,
      allow_comment: flags.allow_comment,
      status: PUBLISHED,
      ...showTimes(zone, {
        publish: copy.publish_at,
        scheduled: copy.scheduled_at,
        create: copy.created_at,
        update: copy.updated_at,
      }),
      working_copy: 1,
      review_status: article.review_status,
      outdated: isOutdated(article, copy) ? 1 : 0,
      editor,
    }
  }
}

function named<Row extends { id: number; name: string; alias: string }>(row: Row | undefined) {
  return row && { id: row.id, name: row.name, alias: row.alias }
}
