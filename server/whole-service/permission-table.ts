import type { CallerRole } from '@inkstone/contract/permissions.ts'

/** `site admin` is an administrator by a row of the site; on other sites such a person is a member. */
const columns = ['anonymous', 'member', 'editor', 'auditor', 'site admin', 'admin'] as const
export type Column = (typeof columns)[number]

/**
 * Who may call each operation, written by hand and not derived from the code: a changed permission fails.
 *
 * The columns are anonymous, member, editor, auditor, site admin, admin.
 * ✓ may, · may not, r only on a site with `public_read`.
 * Operations on one article let in everybody who is signed in, and the article decides: `article-permissions.test.ts`.
 */
const TABLE = `
# Reading what is public
GET    /api/articles                               r ✓ ✓ ✓ ✓ ✓
GET    /api/articles/{id}                          r ✓ ✓ ✓ ✓ ✓
GET    /api/articles/by-alias/{alias}              r ✓ ✓ ✓ ✓ ✓
GET    /api/authors                                r ✓ ✓ ✓ ✓ ✓
GET    /api/authors/{id}                           r ✓ ✓ ✓ ✓ ✓
GET    /api/changes                                r ✓ ✓ ✓ ✓ ✓
GET    /api/articles/search                        ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/articles/search/suggest                ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/articles/{id}/related                  ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/articles/{id}/comments                 ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/view                     ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/categories                             ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/categories/{id}                        ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/tags                                   ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/tags/hot                               ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/tags/{id}                              ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/pages                                  ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/pages/{alias}                          ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/pages/{alias}/comments                 ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/pages/{alias}/view                     ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/site                                   ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/preview                                ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/openapi.json                           ✓ ✓ ✓ ✓ ✓ ✓

# Commenting, where guests may
GET    /api/captcha                                ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/comments                               ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/comments/{id}/like                     ✓ ✓ ✓ ✓ ✓ ✓
DELETE /api/comments/{id}/like                     ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/comments/{id}/report                   ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/unsubscribe                            ✓ ✓ ✓ ✓ ✓ ✓

# Logging in
POST   /api/auth/login                             ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/auth/register                          ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/auth/password/forgot                   ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/auth/password/reset                    ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/auth/email/confirm                     ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/auth/passkey-login/options             ✓ ✓ ✓ ✓ ✓ ✓
POST   /api/auth/passkey-login                     ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/auth/oidc/start                        ✓ ✓ ✓ ✓ ✓ ✓
GET    /api/auth/oidc/callback                     ✓ ✓ ✓ ✓ ✓ ✓

# One's own account
POST   /api/auth/refresh                           · ✓ ✓ ✓ ✓ ✓
POST   /api/auth/logout                            · ✓ ✓ ✓ ✓ ✓
GET    /api/auth/me                                · ✓ ✓ ✓ ✓ ✓
PUT    /api/auth/me                                · ✓ ✓ ✓ ✓ ✓
PUT    /api/auth/password                          · ✓ ✓ ✓ ✓ ✓
GET    /api/auth/sessions                          · ✓ ✓ ✓ ✓ ✓
DELETE /api/auth/sessions                          · ✓ ✓ ✓ ✓ ✓
DELETE /api/auth/sessions/{id}                     · ✓ ✓ ✓ ✓ ✓
POST   /api/auth/second-factor                     · ✓ ✓ ✓ ✓ ✓
POST   /api/auth/second-factor/confirm             · ✓ ✓ ✓ ✓ ✓
POST   /api/auth/second-factor/check               · ✓ ✓ ✓ ✓ ✓
DELETE /api/auth/second-factor                     · ✓ ✓ ✓ ✓ ✓
POST   /api/auth/passkeys/options                  · ✓ ✓ ✓ ✓ ✓
POST   /api/auth/passkeys                          · ✓ ✓ ✓ ✓ ✓
GET    /api/auth/passkeys                          · ✓ ✓ ✓ ✓ ✓
PUT    /api/auth/passkeys/{id}                     · ✓ ✓ ✓ ✓ ✓
DELETE /api/auth/passkeys/{id}                     · ✓ ✓ ✓ ✓ ✓
POST   /api/auth/passkeys/check                    · ✓ ✓ ✓ ✓ ✓
POST   /api/auth/oidc/link                         · ✓ ✓ ✓ ✓ ✓
DELETE /api/auth/oidc/link                         · ✓ ✓ ✓ ✓ ✓
GET    /api/tokens                                 · ✓ ✓ ✓ ✓ ✓
POST   /api/tokens                                 · ✓ ✓ ✓ ✓ ✓
DELETE /api/tokens                                 · ✓ ✓ ✓ ✓ ✓
DELETE /api/tokens/{id}                            · ✓ ✓ ✓ ✓ ✓
POST   /api/tokens/{id}/undo                       · ✓ ✓ ✓ ✓ ✓
GET    /api/messages                               · ✓ ✓ ✓ ✓ ✓
GET    /api/messages/unread-count                  · ✓ ✓ ✓ ✓ ✓
POST   /api/messages/{id}/read                     · ✓ ✓ ✓ ✓ ✓
POST   /api/messages/read-all                      · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/like                     · ✓ ✓ ✓ ✓ ✓
DELETE /api/articles/{id}/like                     · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/favorite                 · ✓ ✓ ✓ ✓ ✓
DELETE /api/articles/{id}/favorite                 · ✓ ✓ ✓ ✓ ✓
GET    /api/users/me/favorites                     · ✓ ✓ ✓ ✓ ✓

# One article, which decides
PUT    /api/articles/{id}                          · ✓ ✓ ✓ ✓ ✓
PATCH  /api/articles/{id}                          · ✓ ✓ ✓ ✓ ✓
DELETE /api/articles/{id}                          · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/publish                  · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/unpublish                · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/archive                  · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/submit                   · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/audit                    · ✓ ✓ ✓ ✓ ✓
GET    /api/articles/{id}/audits                   · ✓ ✓ ✓ ✓ ✓
GET    /api/articles/{id}/revisions                · ✓ ✓ ✓ ✓ ✓
GET    /api/articles/{id}/revisions/{n}            · ✓ ✓ ✓ ✓ ✓
GET    /api/articles/{id}/revisions/{n}/compare    · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/revisions/{n}/restore    · ✓ ✓ ✓ ✓ ✓
GET    /api/articles/{id}/working-copy             · ✓ ✓ ✓ ✓ ✓
PUT    /api/articles/{id}/working-copy             · ✓ ✓ ✓ ✓ ✓
DELETE /api/articles/{id}/working-copy             · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/working-copy/publish     · ✓ ✓ ✓ ✓ ✓
POST   /api/articles/{id}/preview                  · ✓ ✓ ✓ ✓ ✓

# Writing
POST   /api/articles                               · · ✓ ✓ ✓ ✓
POST   /api/articles/batch                         · · ✓ ✓ ✓ ✓
PUT    /api/articles/batch                         · · ✓ ✓ ✓ ✓
DELETE /api/articles/batch                         · · ✓ ✓ ✓ ✓
GET    /api/articles/export                        · · ✓ ✓ ✓ ✓
PUT    /api/articles/{id}/presence                 · · ✓ ✓ ✓ ✓
DELETE /api/articles/{id}/presence                 · · ✓ ✓ ✓ ✓
POST   /api/tags                                   · · ✓ ✓ ✓ ✓
POST   /api/media/upload                           · · ✓ ✓ ✓ ✓
POST   /api/media/upload/batch                     · · ✓ ✓ ✓ ✓
GET    /api/media                                  · · ✓ ✓ ✓ ✓
GET    /api/media/{id}                             · · ✓ ✓ ✓ ✓
PATCH  /api/media/{id}                             · · ✓ ✓ ✓ ✓
DELETE /api/media/{id}                             · · ✓ ✓ ✓ ✓
GET    /api/recycle-bin                            · · ✓ ✓ ✓ ✓
POST   /api/recycle-bin/{type}/{id}/restore        · · ✓ ✓ ✓ ✓
GET    /api/saved-views                            · · ✓ ✓ ✓ ✓
POST   /api/saved-views                            · · ✓ ✓ ✓ ✓
DELETE /api/saved-views/{id}                       · · ✓ ✓ ✓ ✓
GET    /api/site/templates                         · · ✓ ✓ ✓ ✓
GET    /api/stats                                  · · ✓ ✓ ✓ ✓

# Categories, tags and pages
POST   /api/categories                             · · · ✓ ✓ ✓
PUT    /api/categories/{id}                        · · · ✓ ✓ ✓
PATCH  /api/categories/{id}                        · · · ✓ ✓ ✓
DELETE /api/categories/{id}                        · · · ✓ ✓ ✓
POST   /api/categories/{id}/merge                  · · · ✓ ✓ ✓
PUT    /api/tags/{id}                              · · · ✓ ✓ ✓
PATCH  /api/tags/{id}                              · · · ✓ ✓ ✓
DELETE /api/tags/{id}                              · · · ✓ ✓ ✓
POST   /api/tags/{id}/merge                        · · · ✓ ✓ ✓
POST   /api/pages                                  · · · ✓ ✓ ✓
PUT    /api/pages/{alias}                          · · · ✓ ✓ ✓
PATCH  /api/pages/{alias}                          · · · ✓ ✓ ✓
DELETE /api/pages/{alias}                          · · · ✓ ✓ ✓
GET    /api/pages/{alias}/draft                    · · · ✓ ✓ ✓
PUT    /api/pages/{alias}/draft                    · · · ✓ ✓ ✓
DELETE /api/pages/{alias}/draft                    · · · ✓ ✓ ✓
POST   /api/pages/{alias}/draft/publish            · · · ✓ ✓ ✓
GET    /api/pages/{alias}/revisions                · · · ✓ ✓ ✓
GET    /api/pages/{alias}/revisions/{n}            · · · ✓ ✓ ✓
POST   /api/pages/{alias}/revisions/{n}/restore    · · · ✓ ✓ ✓

# Moderating comments
GET    /api/comments                               · · · ✓ ✓ ✓
GET    /api/comments/reports                       · · · ✓ ✓ ✓
GET    /api/comments/statistics                    · · · ✓ ✓ ✓
POST   /api/comments/{id}/audit                    · · · ✓ ✓ ✓
POST   /api/comments/batch/audit                   · · · ✓ ✓ ✓
POST   /api/comments/{id}/reply                    · · · ✓ ✓ ✓
DELETE /api/comments/{id}                          · · · ✓ ✓ ✓
GET    /api/sensitive-words                        · · · ✓ ✓ ✓
POST   /api/sensitive-words                        · · · ✓ ✓ ✓
DELETE /api/sensitive-words                        · · · ✓ ✓ ✓
DELETE /api/sensitive-words/{id}                   · · · ✓ ✓ ✓
GET    /api/sensitive-words/export                 · · · ✓ ✓ ✓
POST   /api/sensitive-words/import                 · · · ✓ ✓ ✓
GET    /api/ip-blacklist                           · · · ✓ ✓ ✓
POST   /api/ip-blacklist                           · · · ✓ ✓ ✓
DELETE /api/ip-blacklist                           · · · ✓ ✓ ✓
DELETE /api/ip-blacklist/{id}                      · · · ✓ ✓ ✓

# Administering one site
DELETE /api/recycle-bin                            · · · · ✓ ✓
DELETE /api/recycle-bin/{type}/{id}                · · · · ✓ ✓
GET    /api/settings                               · · · · ✓ ✓
PUT    /api/settings                               · · · · ✓ ✓
GET    /api/webhooks                               · · · · ✓ ✓
POST   /api/webhooks                               · · · · ✓ ✓
GET    /api/webhooks/{id}                          · · · · ✓ ✓
PUT    /api/webhooks/{id}                          · · · · ✓ ✓
DELETE /api/webhooks/{id}                          · · · · ✓ ✓
POST   /api/webhooks/{id}/test                     · · · · ✓ ✓
GET    /api/webhooks/{id}/deliveries               · · · · ✓ ✓
POST   /api/webhooks/{id}/redeliver                · · · · ✓ ✓
POST   /api/webhooks/deliveries/{id}/redeliver     · · · · ✓ ✓
GET    /api/users/{id}/sites                       · · · · ✓ ✓
PUT    /api/users/{id}/sites                       · · · · ✓ ✓
GET    /api/members                                · · · · ✓ ✓
POST   /api/members                                · · · · ✓ ✓
DELETE /api/members/{id}                           · · · · ✓ ✓
GET    /api/imports                                · · · · ✓ ✓
POST   /api/imports                                · · · · ✓ ✓
GET    /api/imports/{id}                           · · · · ✓ ✓
GET    /api/imports/{id}/redirects                 · · · · ✓ ✓
POST   /api/imports/{id}/undo                      · · · · ✓ ✓

# Administering the whole service
GET    /api/sites                                  · · · · · ✓
POST   /api/sites                                  · · · · · ✓
GET    /api/sites/{id}                             · · · · · ✓
PUT    /api/sites/{id}                             · · · · · ✓
DELETE /api/sites/{id}                             · · · · · ✓
GET    /api/users                                  · · · · · ✓
POST   /api/users                                  · · · · · ✓
GET    /api/users/{id}                             · · · · · ✓
PUT    /api/users/{id}                             · · · · · ✓
DELETE /api/users/{id}                             · · · · · ✓
POST   /api/users/{id}/invite                      · · · · · ✓
POST   /api/users/{id}/reset-link                  · · · · · ✓
DELETE /api/users/{id}/second-factor               · · · · · ✓
GET    /api/personal-data                          · · · · · ✓
POST   /api/personal-data/erase                    · · · · · ✓
GET    /api/audit-log                              · · · · · ✓
GET    /api/jobs                                   · · · · · ✓
POST   /api/jobs/{id}/retry                        · · · · · ✓
GET    /api/backups                                · · · · · ✓
POST   /api/backups                                · · · · · ✓
GET    /api/backups/{name}                         · · · · · ✓
GET    /api/backups/{name}/download                · · · · · ✓
POST   /api/backups/{name}/restore                 · · · · · ✓
`

type Mark = '✓' | '·' | 'r'

const rows: ReadonlyMap<string, readonly Mark[]> = new Map(
  TABLE.split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => {
      const [method, path, ...marks] = line.split(/\s+/)
      return [`${method} ${path}`, marks as Mark[]]
    }),
)

/** Every operation of the table, as `GET /api/articles`. */
export const operations: readonly string[] = [...rows.keys()]

/** One operation for each group of the table and each row of marks in it. */
export const samples: readonly string[] = TABLE.split('# ').flatMap((group) => {
  const marksOf = (line: string) => line.split(/\s+/).slice(2).join('')
  const lines = group.split('\n').filter((line) => /^[A-Z]+ +\//.test(line))
  const firsts = lines.filter((line, at) => lines.findIndex((one) => marksOf(one) === marksOf(line)) === at)
  return firsts.map((line) => line.split(/\s+/).slice(0, 2).join(' '))
})

/** Whether somebody may call an operation, by the table. */
export function mayCall(operation: string, column: Column, { public_read }: { public_read: 0 | 1 }): boolean {
  const mark = rows.get(operation)?.[columns.indexOf(column)]
  if (mark === undefined) throw new Error(`${operation} has no row for ${column} in the table`)
  return mark === '✓' || (mark === 'r' && public_read === 1)
}

/** The column of a role that applies to all sites, or to this one only. */
export function columnOf(role: CallerRole, everywhere: boolean): Column {
  return role === 'admin' && !everywhere ? 'site admin' : role
}
