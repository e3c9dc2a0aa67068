import * as accountLinks from './account-links.ts'
import * as apiTokens from './api-tokens.ts'
import * as articleEndpoints from './article-endpoints.ts'
import * as articles from './articles.ts'
import * as auditLog from './audit-log.ts'
import * as authors from './authors.ts'
import * as backups from './backups.ts'
import * as captcha from './captcha.ts'
import * as categories from './categories.ts'
import * as changes from './changes.ts'
import * as commentModeration from './comment-moderation.ts'
import * as comments from './comments.ts'
import * as counters from './counters.ts'
import type { Endpoint } from './endpoint.ts'
import * as eventPayloads from './event-payloads.ts'
import * as exports from './exports.ts'
import * as imports from './imports.ts'
import * as jobs from './jobs.ts'
import * as media from './media.ts'
import * as members from './members.ts'
import * as messages from './messages.ts'
import * as moderation from './moderation.ts'
import * as pageHistory from './page-history.ts'
import * as pages from './pages.ts'
import * as passkeys from './passkeys.ts'
import * as personalData from './personal-data.ts'
import * as presence from './presence.ts'
import * as preview from './preview.ts'
import * as publication from './publication.ts'
import * as recycleBin from './recycle-bin.ts'
import * as revisions from './revisions.ts'
import * as savedViews from './saved-views.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as settingsEndpoints from './settings-endpoints.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as site from './site.ts'
import * as siteRoles from './site-roles.ts'
import * as sites from './sites.ts'
import * as stats from './stats.ts'
import * as tags from './tags.ts'
import * as tokenUndo from './token-undo.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'
import * as workingCopies from './working-copies.ts'

/** Every module of the contract that declares endpoints or named schemas. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  accountLinks,
  apiTokens,
  articleEndpoints,
  articles,
  auditLog,
  authors,
  backups,
  captcha,
  categories,
  changes,
  commentModeration,
  comments,
  counters,
  eventPayloads,
  exports,
  imports,
  jobs,
  media,
  members,
  messages,
  moderation,
  pageHistory,
  pages,
  passkeys,
  presence,
  personalData,
  preview,
  publication,
  recycleBin,
  revisions,
  savedViews,
  search,
  secondFactor,
  sessions,
  settingsEndpoints,
  singleSignOn,
  siteRoles,
  site,
  sites,
  stats,
  tags,
  tokenUndo,
  users,
  webhooks,
  workingCopies,
]

const declared = modules.flatMap((module) => Object.entries(module))

/** The name of each operation in the API reference and in clients: the name of its export. */
export const operationNames: ReadonlyMap<Endpoint, string> = new Map(
  declared.flatMap(([name, value]) => (isEndpoint(value) ? [[value, name] as const] : [])),
)

/** Schemas with a name, which the API reference uses too. */
export const schemaNames: ReadonlyMap<object, string> = new Map(
  declared.flatMap(([name, value]) => (isObjectSchema(value) ? [[value, name] as const] : [])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function isObjectSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'properties' in value
}
