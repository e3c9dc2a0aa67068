/**
 * The state of an article after an action, or the status of the error, for each kind of user. The columns: a
 * stranger, a member and another editor (mostly rejected alike); the author; the author if review is on; an auditor;
 * an administrator.
 */
export const STATES = [
  'draft',
  'scheduled',
  'pending',
  'rejected',
  'published',
  'copy',
  'copy-pending',
  'copy-rejected',
  'copy-scheduled',
  'archived',
  'deleted',
] as const
/** `copy`: published, with a working copy. */
export type State = (typeof STATES)[number]

export const ACTIONS = [
  'save',
  'patch',
  'autosave',
  'status=0',
  'status=1',
  'status=2',
  'status=3',
  'set-time',
  'publish',
  'publish-later',
  'submit',
  'pass',
  'reject',
  'unpublish',
  'archive',
  'save-copy',
  'autosave-copy',
  'publish-copy',
  'schedule-copy',
  'drop-copy',
  'restore-revision',
  'delete',
  'restore',
  'purge',
] as const
export type Action = (typeof ACTIONS)[number]

export const CALLERS = ['stranger', 'member', 'other', 'author', 'auditor', 'admin'] as const
export type Caller = (typeof CALLERS)[number]

const tables: Readonly<Record<State, string>> = {
  draft: `
    save              401/404/404  draft           draft           draft           draft
    patch             401/404/404  draft           draft           draft           draft
    autosave          401/404/404  draft           draft           403             403
    status=0          401/404/404  draft           draft           draft           draft
    status=1          401/404/404  published       403             published       published
    status=2          401/404/404  pending         pending         pending         pending
    status=3          401/404/404  archived        archived        archived        archived
    set-time          401/404/404  scheduled       draft           scheduled       scheduled
    publish           401/404/404  published       403             published       published
    publish-later     401/404/404  scheduled       403             scheduled       scheduled
    submit            401/404/404  pending         pending         pending         pending
    pass              401/404/404  403             403             published       published
    reject            401/404/404  403             403             rejected        rejected
    unpublish         401/404/404  draft           draft           draft           draft
    archive           401/404/404  archived        archived        archived        archived
    save-copy         401/404/404  422             422             422             422
    autosave-copy     401/404/404  422             422             422             422
    publish-copy      401/404/404  422             422             422             422
    schedule-copy     401/404/404  422             422             422             422
    drop-copy         401/404/404  422             422             422             422
    restore-revision  401/404/404  draft           draft           draft           draft
    delete            401/404/404  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  scheduled: `
    save              401/404/404  scheduled       pending         scheduled       scheduled
    patch             401/404/404  scheduled       pending         scheduled       scheduled
    autosave          401/404/404  scheduled       422             403             403
    status=0          401/404/404  scheduled       pending         scheduled       scheduled
    status=1          401/404/404  published       403             published       published
    status=2          401/404/404  pending         pending         pending         pending
    status=3          401/404/404  archived        archived        archived        archived
    set-time          401/404/404  scheduled       pending         scheduled       scheduled
    publish           401/404/404  published       403             published       published
    publish-later     401/404/404  scheduled       403             scheduled       scheduled
    submit            401/404/404  pending         pending         pending         pending
    pass              401/404/404  403             403             scheduled       scheduled
    reject            401/404/404  403             403             rejected        rejected
    unpublish         401/404/404  draft           draft           draft           draft
    archive           401/404/404  archived        archived        archived        archived
    save-copy         401/404/404  422             422             422             422
    autosave-copy     401/404/404  422             422             422             422
    publish-copy      401/404/404  422             422             422             422
    schedule-copy     401/404/404  422             422             422             422
    drop-copy         401/404/404  422             422             422             422
    restore-revision  401/404/404  scheduled       pending         scheduled       scheduled
    delete            401/404/404  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  pending: `
    save              401/404/404  pending         pending         pending         pending
    patch             401/404/404  pending         pending         pending         pending
    autosave          401/404/404  422             422             422             422
    status=0          401/404/404  draft           draft           draft           draft
    status=1          401/404/404  published       403             published       published
    status=2          401/404/404  pending         pending         pending         pending
    status=3          401/404/404  archived        archived        archived        archived
    set-time          401/404/404  pending         pending         pending         pending
    publish           401/404/404  published       403             published       published
    publish-later     401/404/404  scheduled       403             scheduled       scheduled
    submit            401/404/404  pending         pending         pending         pending
    pass              401/404/404  403             403             published       published
    reject            401/404/404  403             403             rejected        rejected
    unpublish         401/404/404  draft           draft           draft           draft
    archive           401/404/404  archived        archived        archived        archived
    save-copy         401/404/404  422             422             422             422
    autosave-copy     401/404/404  422             422             422             422
    publish-copy      401/404/404  422             422             422             422
    schedule-copy     401/404/404  422             422             422             422
    drop-copy         401/404/404  422             422             422             422
    restore-revision  401/404/404  pending         pending         pending         pending
    delete            401/404/404  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  rejected: `
    save              401/404/404  rejected        rejected        rejected        rejected
    patch             401/404/404  rejected        rejected        rejected        rejected
    autosave          401/404/404  rejected        rejected        403             403
    status=0          401/404/404  rejected        rejected        rejected        rejected
    status=1          401/404/404  published       403             published       published
    status=2          401/404/404  pending         pending         pending         pending
    status=3          401/404/404  archived        archived        archived        archived
    set-time          401/404/404  rejected        rejected        rejected        rejected
    publish           401/404/404  published       403             published       published
    publish-later     401/404/404  scheduled       403             scheduled       scheduled
    submit            401/404/404  pending         pending         pending         pending
    pass              401/404/404  403             403             published       published
    reject            401/404/404  403             403             rejected        rejected
    unpublish         401/404/404  rejected        rejected        rejected        rejected
    archive           401/404/404  archived        archived        archived        archived
    save-copy         401/404/404  422             422             422             422
    autosave-copy     401/404/404  422             422             422             422
    publish-copy      401/404/404  422             422             422             422
    schedule-copy     401/404/404  422             422             422             422
    drop-copy         401/404/404  422             422             422             422
    restore-revision  401/404/404  rejected        rejected        rejected        rejected
    delete            401/404/404  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  published: `
    save              401/403/403  published       copy            published       published
    patch             401/403/403  published       copy            published       published
    autosave          401/403/403  422             422             422             422
    status=0          401/403/403  draft           403             draft           draft
    status=1          401/403/403  published       copy            published       published
    status=2          401/403/403  pending         copy-pending    pending         pending
    status=3          401/403/403  archived        403             archived        archived
    set-time          401/403/403  422             copy            422             422
    publish           401/403/403  published       403             published       published
    publish-later     401/403/403  published       403             published       published
    submit            401/403/403  422             422             422             422
    pass              401/403/403  403             403             published       published
    reject            401/403/403  403             403             rejected        rejected
    unpublish         401/403/403  draft           403             draft           draft
    archive           401/403/403  archived        403             archived        archived
    save-copy         401/403/403  copy            copy            copy            copy
    autosave-copy     401/403/403  copy            copy            copy            copy
    publish-copy      401/403/403  404             403             404             404
    schedule-copy     401/403/403  404             403             404             404
    drop-copy         401/403/403  404             404             404             404
    restore-revision  401/403/403  published       copy            published       published
    delete            401/403/403  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  copy: `
    save              401/403/403  copy            copy            copy            copy
    patch             401/403/403  copy            copy            copy            copy
    autosave          401/403/403  422             422             422             422
    status=0          401/403/403  draft           403             draft           draft
    status=1          401/403/403  copy            copy            copy            copy
    status=2          401/403/403  pending         copy-pending    pending         pending
    status=3          401/403/403  archived        403             archived        archived
    set-time          401/403/403  422             copy            422             422
    publish           401/403/403  copy            403             copy            copy
    publish-later     401/403/403  copy            403             copy            copy
    submit            401/403/403  copy-pending    copy-pending    copy-pending    copy-pending
    pass              401/403/403  403             403             409             409
    reject            401/403/403  403             403             409             409
    unpublish         401/403/403  draft           403             draft           draft
    archive           401/403/403  archived        403             archived        archived
    save-copy         401/403/403  copy            copy            copy            copy
    autosave-copy     401/403/403  copy            copy            copy            copy
    publish-copy      401/403/403  published       403             published       published
    schedule-copy     401/403/403  copy-scheduled  403             copy-scheduled  copy-scheduled
    drop-copy         401/403/403  published       published       published       published
    restore-revision  401/403/403  copy            copy            copy            copy
    delete            401/403/403  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  'copy-pending': `
    save              401/403/403  copy-pending    copy            copy-pending    copy-pending
    patch             401/403/403  copy-pending    copy            copy-pending    copy-pending
    autosave          401/403/403  422             422             422             422
    status=0          401/403/403  draft           403             draft           draft
    status=1          401/403/403  copy-pending    copy            copy-pending    copy-pending
    status=2          401/403/403  pending         copy-pending    pending         pending
    status=3          401/403/403  archived        403             archived        archived
    set-time          401/403/403  422             copy            422             422
    publish           401/403/403  copy-pending    403             copy-pending    copy-pending
    publish-later     401/403/403  copy-pending    403             copy-pending    copy-pending
    submit            401/403/403  copy-pending    copy-pending    copy-pending    copy-pending
    pass              401/403/403  403             403             published       published
    reject            401/403/403  403             403             copy-rejected   copy-rejected
    unpublish         401/403/403  draft           403             draft           draft
    archive           401/403/403  archived        403             archived        archived
    save-copy         401/403/403  copy            copy            copy            copy
    autosave-copy     401/403/403  copy            copy            copy            copy
    publish-copy      401/403/403  published       403             published       published
    schedule-copy     401/403/403  copy-scheduled  403             copy-scheduled  copy-scheduled
    drop-copy         401/403/403  published       published       published       published
    restore-revision  401/403/403  copy-pending    copy            copy-pending    copy-pending
    delete            401/403/403  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  'copy-rejected': `
    save              401/403/403  copy-rejected   copy-rejected   copy-rejected   copy-rejected
    patch             401/403/403  copy-rejected   copy-rejected   copy-rejected   copy-rejected
    autosave          401/403/403  422             422             422             422
    status=0          401/403/403  draft           403             draft           draft
    status=1          401/403/403  copy-rejected   copy-rejected   copy-rejected   copy-rejected
    status=2          401/403/403  pending         copy-pending    pending         pending
    status=3          401/403/403  archived        403             archived        archived
    set-time          401/403/403  422             copy-rejected   422             422
    publish           401/403/403  copy-rejected   403             copy-rejected   copy-rejected
    publish-later     401/403/403  copy-rejected   403             copy-rejected   copy-rejected
    submit            401/403/403  copy-pending    copy-pending    copy-pending    copy-pending
    pass              401/403/403  403             403             409             409
    reject            401/403/403  403             403             409             409
    unpublish         401/403/403  draft           403             draft           draft
    archive           401/403/403  archived        403             archived        archived
    save-copy         401/403/403  copy-rejected   copy-rejected   copy-rejected   copy-rejected
    autosave-copy     401/403/403  copy-rejected   copy-rejected   copy-rejected   copy-rejected
    publish-copy      401/403/403  published       403             published       published
    schedule-copy     401/403/403  copy-scheduled  403             copy-scheduled  copy-scheduled
    drop-copy         401/403/403  published       published       published       published
    restore-revision  401/403/403  copy-rejected   copy-rejected   copy-rejected   copy-rejected
    delete            401/403/403  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  'copy-scheduled': `
    save              401/403/403  copy-scheduled  copy            copy-scheduled  copy-scheduled
    patch             401/403/403  copy-scheduled  copy            copy-scheduled  copy-scheduled
    autosave          401/403/403  422             422             422             422
    status=0          401/403/403  draft           403             draft           draft
    status=1          401/403/403  copy-scheduled  copy            copy-scheduled  copy-scheduled
    status=2          401/403/403  pending         copy-pending    pending         pending
    status=3          401/403/403  archived        403             archived        archived
    set-time          401/403/403  422             copy            422             422
    publish           401/403/403  copy-scheduled  403             copy-scheduled  copy-scheduled
    publish-later     401/403/403  copy-scheduled  403             copy-scheduled  copy-scheduled
    submit            401/403/403  copy-pending    copy-pending    copy-pending    copy-pending
    pass              401/403/403  403             403             409             409
    reject            401/403/403  403             403             409             409
    unpublish         401/403/403  draft           403             draft           draft
    archive           401/403/403  archived        403             archived        archived
    save-copy         401/403/403  copy-scheduled  copy            copy-scheduled  copy-scheduled
    autosave-copy     401/403/403  copy-scheduled  copy            copy-scheduled  copy-scheduled
    publish-copy      401/403/403  published       403             published       published
    schedule-copy     401/403/403  copy-scheduled  403             copy-scheduled  copy-scheduled
    drop-copy         401/403/403  published       published       published       published
    restore-revision  401/403/403  copy-scheduled  copy            copy-scheduled  copy-scheduled
    delete            401/403/403  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  archived: `
    save              401/404/404  archived        archived        archived        archived
    patch             401/404/404  archived        archived        archived        archived
    autosave          401/404/404  422             422             422             422
    status=0          401/404/404  draft           draft           draft           draft
    status=1          401/404/404  published       403             published       published
    status=2          401/404/404  pending         pending         pending         pending
    status=3          401/404/404  archived        archived        archived        archived
    set-time          401/404/404  archived        archived        archived        archived
    publish           401/404/404  published       403             published       published
    publish-later     401/404/404  scheduled       403             scheduled       scheduled
    submit            401/404/404  422             422             422             422
    pass              401/404/404  403             403             422             422
    reject            401/404/404  403             403             422             422
    unpublish         401/404/404  draft           draft           draft           draft
    archive           401/404/404  archived        archived        archived        archived
    save-copy         401/404/404  422             422             422             422
    autosave-copy     401/404/404  422             422             422             422
    publish-copy      401/404/404  422             422             422             422
    schedule-copy     401/404/404  422             422             422             422
    drop-copy         401/404/404  422             422             422             422
    restore-revision  401/404/404  archived        archived        archived        archived
    delete            401/404/404  deleted         deleted         403             deleted
    restore           401/403/404  404             404             404             404
    purge             401/403/403  403             403             403             404
  `,
  deleted: `
    save              401/404/404  404             404             404             404
    patch             401/404/404  404             404             404             404
    autosave          401/404/404  404             404             404             404
    status=0          401/404/404  404             404             404             404
    status=1          401/404/404  404             404             404             404
    status=2          401/404/404  404             404             404             404
    status=3          401/404/404  404             404             404             404
    set-time          401/404/404  404             404             404             404
    publish           401/404/404  404             404             404             404
    publish-later     401/404/404  404             404             404             404
    submit            401/404/404  404             404             404             404
    pass              401/404/404  404             404             404             404
    reject            401/404/404  404             404             404             404
    unpublish         401/404/404  404             404             404             404
    archive           401/404/404  404             404             404             404
    save-copy         401/404/404  404             404             404             404
    autosave-copy     401/404/404  404             404             404             404
    publish-copy      401/404/404  404             404             404             404
    schedule-copy     401/404/404  404             404             404             404
    drop-copy         401/404/404  404             404             404             404
    restore-revision  401/404/404  404             404             404             404
    delete            401/404/404  404             404             404             404
    restore           401/403/404  draft           draft           404             draft
    purge             401/403/403  403             403             403             gone
  `,
}

/** The expected result of an action, according to the table. */
export function expectedOf(state: State, action: Action, caller: Caller, review: 0 | 1): string {
  const [outside, author, reviewed, auditor, admin] = rowOf(state, action)
  const [stranger, member, other] = outside?.split('/') ?? []
  const columns = { stranger, member, other, author: review === 1 ? reviewed : author, auditor, admin }
  return columns[caller] ?? 'nothing'
}

function rowOf(state: State, action: Action): readonly string[] {
  const rows = tables[state].trim().split('\n')
  const found = rows.map((row) => row.trim().split(/\s+/)).filter(([name]) => name === action)
  if (found.length !== 1) throw new Error(`${state} has ${found.length} rows for ${action}`)
  return found[0]?.slice(1) ?? []
}
