import type { AccountLinkTable } from './features/account-links/account-links.table.ts'
import type { ApiTokenTable, ApiTokenUseTable } from './features/api-tokens/api-tokens.table.ts'
import type {
  ArticleCategoryTable,
  ArticleOldAliasTable,
  ArticleTable,
  ArticleTagTable,
} from './features/articles/articles.table.ts'
import type { CopyTable } from './features/articles/copies.table.ts'
import type { ArticleTotalTable } from './features/articles/totals.table.ts'
import type { AuditLogTable } from './features/audit-log/audit-log.table.ts'
import type { CaptchaTable } from './features/captcha/captcha.table.ts'
import type { CategoryTable } from './features/categories/categories.table.ts'
import type { ChangeTable } from './features/changes/changes.table.ts'
import type {
  CommentLikeTable,
  CommentReportTable,
  CommentTable,
} from './features/comments/comments.table.ts'
import type { ContentSourceTable } from './features/content/content.table.ts'
import type {
  ArticleCounterTable,
  DailyViewTable,
  ReactionTable,
} from './features/counters/counters.table.ts'
import type { EventTable } from './features/events/events.table.ts'
import type { FormerAliasTable } from './features/former-aliases/former-aliases.table.ts'
import type {
  ImportAddressTable,
  ImportItemTable,
  ImportLossTable,
  ImportTable,
} from './features/imports/imports.table.ts'
import type { MediaObjectTable, MediaTable, MediaUseTable } from './features/media/media.table.ts'
import type { MailRefusalTable, MessageTable } from './features/messages/messages.table.ts'
import type {
  BlockedNetworkTable,
  SensitiveWordTable,
  WordListTable,
} from './features/moderation/moderation.table.ts'
import type { PageDraftTable, PageRevisionTable, PageTable } from './features/pages/pages.table.ts'
import type { PasskeyTable, SignInChallengeTable } from './features/passkeys/passkeys.table.ts'
import type { PresenceTable } from './features/presence/presence.table.ts'
import type { AuditTable } from './features/publication/publication.table.ts'
import type { RevisionTable } from './features/revisions/revisions.table.ts'
import type { SavedViewTable } from './features/saved-views/saved-views.table.ts'
import type {
  RecoveryCodeTable,
  SecondFactorTable,
  UsedCodeTable,
} from './features/second-factor/second-factor.table.ts'
import type { KnownDeviceTable, SessionTable, SessionUseTable } from './features/sessions/sessions.table.ts'
import type { UserIdentityTable } from './features/single-sign-on/single-sign-on.table.ts'
import type { SiteDomainTable, SiteTable } from './features/sites/sites.table.ts'
import type { TagTable } from './features/tags/tags.table.ts'
import type { UserSiteTable } from './features/users/site-roles.table.ts'
import type { UserTable } from './features/users/users.table.ts'
import type { AttemptTable, DeliveryTable, WebhookTable } from './features/webhooks/webhooks.table.ts'
import { type Actor, audienceOf, writesDraftsOnly } from './platform/core/actor.ts'
import { routeKinds } from './platform/http/route.ts'
import { jobForms } from './platform/jobs/job-kind.ts'
import type { JobTables } from './platform/jobs/jobs.table.ts'
import type { WatchedTable } from './platform/sql/changes.ts'
import type { ReadHandle, SqlEngine, WriteHandle } from './platform/sql/handles.ts'

/** All tables with their row types. */
export interface Tables extends JobTables {
  service_state: { key: string; value: string }
  sites: SiteTable
  site_domains: SiteDomainTable
  users: UserTable
  user_sites: UserSiteTable
  user_identities: UserIdentityTable
  passkeys: PasskeyTable
  sign_in_challenges: SignInChallengeTable
  sessions: SessionTable
  session_uses: SessionUseTable
  known_devices: KnownDeviceTable
  account_links: AccountLinkTable
  second_factors: SecondFactorTable
  used_codes: UsedCodeTable
  recovery_codes: RecoveryCodeTable
  api_tokens: ApiTokenTable
  api_token_uses: ApiTokenUseTable
  audit_log: AuditLogTable
  categories: CategoryTable
  tags: TagTable
  pages: PageTable
  page_drafts: PageDraftTable
  page_revisions: PageRevisionTable
  article_presence: PresenceTable
  articles: ArticleTable
  article_categories: ArticleCategoryTable
  article_tags: ArticleTagTable
  article_totals: ArticleTotalTable
  article_old_aliases: ArticleOldAliasTable
  former_aliases: FormerAliasTable
  article_counters: ArticleCounterTable
  article_daily_views: DailyViewTable
  article_likes: ReactionTable
  article_favorites: ReactionTable
  article_revisions: RevisionTable
  article_audits: AuditTable
  article_copies: CopyTable
  events: EventTable
  changes: ChangeTable
  messages: MessageTable
  mail_refusals: MailRefusalTable
  comments: CommentTable
  comment_likes: CommentLikeTable
  comment_reports: CommentReportTable
  sensitive_words: SensitiveWordTable
  sensitive_word_lists: WordListTable
  ip_blacklist: BlockedNetworkTable
  captchas: CaptchaTable
  media_objects: MediaObjectTable
  media: MediaTable
  media_uses: MediaUseTable
  content_sources: ContentSourceTable
  imports: ImportTable
  import_items: ImportItemTable
  import_addresses: ImportAddressTable
  import_losses: ImportLossTable
  saved_views: SavedViewTable
  webhooks: WebhookTable
  webhook_deliveries: DeliveryTable
  webhook_attempts: AttemptTable
}

/**
 * The watched tables, whose changes are logged so that reads from them can be cached: those that nearly every request
 * reads. Others change too often.
 */
export const watchedTables: readonly WatchedTable[] = [
  { name: 'api_tokens', row: 'id', ignored: ['last_used_at'] },
  { name: 'article_categories', bySite: true, row: 'article_id' },
  { name: 'article_counters', bySite: true, row: 'article_id' },
  { name: 'article_old_aliases', bySite: true },
  { name: 'article_search', bySite: true },
  { name: 'article_search_stretches', bySite: true },
  { name: 'article_tags', bySite: true, row: 'article_id' },
  { name: 'article_totals', bySite: true },
  { name: 'articles', bySite: true, row: 'id' },
  { name: 'categories', bySite: true, row: 'id' },
  { name: 'comments', bySite: true },
  { name: 'former_aliases', bySite: true },
  { name: 'media', bySite: true, row: 'id' },
  { name: 'media_objects' },
  { name: 'pages', bySite: true, row: 'id' },
  { name: 'sessions', row: 'id' },
  { name: 'site_domains' },
  { name: 'sites', row: 'id' },
  { name: 'tags', bySite: true, row: 'id' },
  { name: 'user_sites', row: 'user_id' },
  { name: 'users', row: 'id', ignored: ['last_login_at', 'last_seen_at'] },
]

/** A read handle. */
export type Db = ReadHandle<Tables>
/** A write handle in one transaction: the first argument of every function that changes something. */
export type Tx = WriteHandle<Tables>
export type Engine = SqlEngine<Tables>

/** The kinds of routes for these tables. */
export const { reads, readsCached, listsCached, writes, preparesAndWrites, acts, streams } =
  routeKinds<Tables>({
    variesBy,
  })

/**
 * Editors see their own drafts. For editors, auditors and draft tokens, responses contain permissions on their own
 * articles.
 */
function variesBy(actor: Actor): string {
  const own = actor.role === 'editor' || actor.role === 'auditor' || writesDraftsOnly(actor)
  return `${audienceOf(actor)} ${actor.everywhere} ${own ? actor.userId : ''}`
}

/** The kinds of job handlers for these tables. */
export const { transacts, acts: actsLater } = jobForms<Tables>()
