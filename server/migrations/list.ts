import type { Migration } from '../platform/sql/migrate.ts'
import { foundation } from './0001-foundation.ts'
import { content } from './0002-content.ts'
import { search } from './0003-search.ts'
import { webhooks } from './0004-webhooks.ts'
import { comments } from './0005-comments.ts'
import { media } from './0006-media.ts'
import { changeStamps } from './0007-change-stamps.ts'
import { dueDeliveries } from './0008-due-deliveries.ts'
import { searchSegments } from './0009-search-segments.ts'
import { moreTotals } from './0010-more-totals.ts'
import { narrowSearch } from './0011-narrow-search.ts'
import { countedStretches } from './0012-counted-stretches.ts'
import { contentUpkeep } from './0013-content-upkeep.ts'
import { accounts } from './0014-accounts.ts'
import { rolesAndTokens } from './0015-roles-and-tokens.ts'
import { articlesForSites } from './0016-articles-for-sites.ts'
import { workingCopies } from './0017-working-copies.ts'
import { changeLog } from './0018-change-log.ts'
import { idempotencyFingerprints } from './0019-idempotency-fingerprints.ts'
import { changes } from './0020-changes.ts'
import { imports } from './0022-imports.ts'
import { signIn } from './0025-sign-in.ts'
import { articleAliases } from './0026-article-aliases.ts'
import { importJobs } from './0027-import-jobs.ts'
import { dailyViews } from './0030-daily-views.ts'
import { pageHistory } from './0031-page-history.ts'
import { confirmedSessions } from './0032-confirmed-sessions.ts'
import { commentsOnPages } from './0034-comments-on-pages.ts'
import { focalPoints } from './0038-focal-points.ts'
import { totalsInParts } from './0041-totals-in-parts.ts'
import { searchMerges } from './0042-search-merges.ts'
import { formerAliases } from './0043-former-aliases.ts'
import { countedStretchesInParts } from './0044-counted-stretches-in-parts.ts'
import { importUpdates } from './0045-import-updates.ts'

/** All migrations, in order. A released migration is never edited; a new one corrects it. */
export const migrations: readonly Migration[] = [
  foundation,
  content,
  search,
  webhooks,
  comments,
  media,
  changeStamps,
  dueDeliveries,
  searchSegments,
  moreTotals,
  narrowSearch,
  countedStretches,
  contentUpkeep,
  accounts,
  rolesAndTokens,
  articlesForSites,
  workingCopies,
  changeLog,
  idempotencyFingerprints,
  changes,
  imports,
  signIn,
  articleAliases,
  importJobs,
  dailyViews,
  pageHistory,
  confirmedSessions,
  commentsOnPages,
  focalPoints,
  totalsInParts,
  searchMerges,
  formerAliases,
  countedStretchesInParts,
  importUpdates,
]
