import type { Db } from '../../database.ts'
import { pathWithComments, THREADS_ON_PAGE } from '../comments/comments.rules.ts'
import { showComment } from '../comments/comments.view.ts'
import { readThreads } from '../comments/reading.actions.ts'
import type { SubjectId } from '../comments/subjects.rules.ts'
import type { Visit } from './page-models.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { commentOf } from './site.view.ts'

/** The comments of an article or a page, and the form below them. */
export async function threadModel(
  db: Db,
  reader: SiteReader,
  subject: SubjectId,
  commented: { readonly allow_comment: number; readonly comment_count: number },
  path: string,
  { comments: page, form = {} }: Visit,
) {
  const { settings } = reader.actor.site
  const { rows, total, threads } = await readThreads(db, reader.actor, subject, commented, 'oldest', {
    page,
    page_size: THREADS_ON_PAGE,
  })
  const show = commentOf(reader, path, page)
  const pages = Math.max(1, Math.ceil(threads / THREADS_ON_PAGE))
  const address = (number: number) => `${pathWithComments(path, number)}#comments`
  return {
    shown: settings.comment_enabled === 1 && commented.allow_comment === 1,
    guests: settings.comment_guests === 1,
    captcha: settings.comment_captcha === 1 ? settings.comment_captcha_type : '',
    min_length: settings.comment_min_length,
    max_length: settings.comment_max_length,
    total,
    page,
    pages,
    newer: page < pages ? address(page + 1) : '',
    older: page > 1 ? address(page - 1) : '',
    list: rows.map((row) => show(showComment(reader.zone)(row))),
    path,
    here: pathWithComments(path, page),
    article_id: subject.article_id ?? 0,
    page_id: subject.page_id ?? 0,
    form: { values: {}, errors: [], ...form },
  }
}
