import { ARCHIVED, type ArticleItem, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { useMay, useMe } from '../../lib/may.ts'

type Judged = Pick<ArticleItem, 'status' | 'can' | 'scheduled_time' | 'review_status' | 'working_copy'>

/** The possible actions on an article, for menus and buttons, from the permissions that the server sent. */
export function rightsOn({ status, can, scheduled_time, review_status, working_copy }: Judged) {
  const may = (right: 0 | 1 | undefined) => right === 1
  const isPending = status === PENDING || (working_copy === 1 && review_status === 'pending')
  const audit = may(can?.audit) && isPending
  const publish = may(can?.publish)
  // A scheduled article is approved already.
  const isPlainDraft = status === DRAFT && scheduled_time === null
  return {
    edit: may(can?.edit),
    // A pending article is published by approving it, so that its author gets a message.
    publish: publish && status !== PUBLISHED && !audit,
    publishCopy: publish && status === PUBLISHED && working_copy === 1 && !audit,
    schedule: publish && status !== PUBLISHED,
    submit: may(can?.submit) && !publish && !isPending && (isPlainDraft || working_copy === 1),
    audit,
    redate: publish && status === PUBLISHED && working_copy === 0,
    cancelSchedule: may(can?.edit) && status === DRAFT && scheduled_time !== null,
    unpublish: status === PUBLISHED ? publish : may(can?.edit) && status !== DRAFT,
    archive: may(can?.archive) && status !== ARCHIVED,
    remove: may(can?.delete),
    /** Whether a save changes the published version. */
    savesInPublic: publish && status === PUBLISHED && working_copy === 0,
  }
}
export type ArticleRights = ReturnType<typeof rightsOn>

/** Permissions on a new article, which will be the user's own draft. */
export function useRightsOnNew(): ArticleRights {
  const may = useMay()
  const me = useMe()
  const publish = may('articles.publish.own') || may('articles.publish.any')
  return {
    edit: true,
    publish,
    publishCopy: false,
    schedule: publish,
    submit: me !== undefined && !publish,
    audit: false,
    redate: false,
    cancelSchedule: false,
    unpublish: false,
    archive: false,
    remove: false,
    savesInPublic: false,
  }
}
