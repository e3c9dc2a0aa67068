import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { referenceOf } from './api-reference.ts'
import { backupPlace } from './backup-place.ts'
import { builtFolder } from './built-folder.ts'
import { type Config, themeFolder } from './config.ts'
import type { Engine, Tables } from './database.ts'
import { accountLinkRoutes } from './features/account-links/account-links.routes.ts'
import { showLink } from './features/account-links/account-links.view.ts'
import { forgotLimits, inviteUser } from './features/account-links/password-links.actions.ts'
import { createTokenUses } from './features/api-tokens/api-tokens.actions.ts'
import { apiTokenRoutes } from './features/api-tokens/api-tokens.routes.ts'
import { revisionRoutes } from './features/article-history/history.routes.ts'
import { requireArticlePath } from './features/articles/alias.actions.ts'
import { articleRoutes } from './features/articles/articles.routes.ts'
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts'
import { authorRoutes } from './features/authors/authors.routes.ts'
import { backupRoutes } from './features/backups/backups.routes.ts'
import { CAPTCHA_FAILURES } from './features/captcha/captcha.actions.ts'
import { captchaRoutes } from './features/captcha/captcha.routes.ts'
import { createTextMessages } from './features/captcha/sms-gateway.ts'
import { categoriesOfSite } from './features/categories/categories.actions.ts'
import { categoryRoutes } from './features/categories/categories.routes.ts'
import { changeRoutes } from './features/changes/changes.routes.ts'
import { createChangeWatch } from './features/changes/waiting.actions.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { commentModerationRoutes } from './features/comments/moderating.routes.ts'
import { subjectsOfComments } from './features/comments/reading.actions.ts'
import { mountConsole } from './features/console/console.routes.ts'
import { counterRoutes } from './features/counters/counters.routes.ts'
import { createViewCounter } from './features/counters/views.actions.ts'
import { exportRoutes } from './features/exports/exports.routes.ts'
import { forgetAliasesOfSite } from './features/former-aliases/former-aliases.actions.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import type { ImportOptions } from './features/imports/imports.rules.ts'
import { jobRoutes } from './features/jobs/jobs.routes.ts'
import { mountMcp } from './features/mcp/mcp.routes.ts'
import { onOrigin } from './features/media/addresses.rules.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { filesByName, pictureBytes } from './features/media/serving.actions.ts'
import { mountUploads } from './features/media/serving.routes.ts'
import type { MediaOptions } from './features/media/storing.actions.ts'
import { messageRoutes, mountUnsubscribe } from './features/messages/messages.routes.ts'
import { moderationRoutes } from './features/moderation/moderation.routes.ts'
import { createWordFilter } from './features/moderation/words.actions.ts'
import { mountOperations } from './features/operations/operations.routes.ts'
import { pageHistoryRoutes } from './features/pages/history.routes.ts'
import { pageRoutes } from './features/pages/pages.routes.ts'
import { passkeyRoutes } from './features/passkeys/passkeys.routes.ts'
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts'
import { presenceRoutes } from './features/presence/presence.routes.ts'
import { previewRoutes } from './features/preview/preview.routes.ts'
import { ADDRESS_CHANGES } from './features/profile/profile.actions.ts'
import { profileRoutes } from './features/profile/profile.routes.ts'
import { publicationRoutes } from './features/publication/publication.routes.ts'
import { workingCopyRoutes } from './features/publication/working-copies.routes.ts'
import { recycleBinRoutes } from './features/recycle-bin/recycle-bin.routes.ts'
import { savedViewRoutes } from './features/saved-views/saved-views.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { factorKeys, WRONG_CODES } from './features/second-factor/second-factor.actions.ts'
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts'
import { confirmSession, forgetFactors } from './features/sessions/confirmation.actions.ts'
import { countBlindGuesses, createGuesses } from './features/sessions/guesses.actions.ts'
import { createIdentify } from './features/sessions/identify.actions.ts'
import { createUseNotes, endAccess } from './features/sessions/sessions.actions.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { createTokens } from './features/sessions/tokens.rules.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import type { SingleSignOn } from './features/single-sign-on/single-sign-on.actions.ts'
import { singleSignOnRoutes } from './features/single-sign-on/single-sign-on.routes.ts'
import { mountSite } from './features/site/public.routes.ts'
import { siteInfoRoutes } from './features/site/site.routes.ts'
import { allDomains, resolveSite, siteNames } from './features/sites/sites.actions.ts'
import { siteRoutes } from './features/sites/sites.routes.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { tagRoutes } from './features/tags/tags.routes.ts'
import { tokenUndoRoutes } from './features/token-undo/token-undo.routes.ts'
import { stopMailComments } from './features/users/account.actions.ts'
import { endRolesOnSite } from './features/users/site-roles.actions.ts'
import { siteRoleRoutes } from './features/users/site-roles.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import type { Sending } from './features/webhooks/delivery.actions.ts'
import type { WebhookOptions } from './features/webhooks/webhooks.actions.ts'
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts'
import { mountApi } from './platform/http/api.ts'
import type { Authenticator, RequestHead } from './platform/http/authenticate.ts'
import { mountCompression } from './platform/http/compression.ts'
import { corsVariesBy, mountCors } from './platform/http/cors.ts'
import { createKnownRequests } from './platform/http/known-requests.ts'
import type { Route } from './platform/http/route.ts'
import { createServer } from './platform/http/server.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { RequestCounts } from './platform/metrics/request-counts.ts'
import { clientAddress, parseCidrList } from './platform/net/addresses.ts'
import { clientHost, clientOrigin } from './platform/net/forwarded.ts'
import { mountDocs } from './platform/openapi/docs-page.ts'
import type { RateLimiter } from './platform/rate-limit/rate-limit.ts'
import { deriveKey } from './platform/secrets/secrets.ts'
import { createOpenIdClient } from './platform/sign-in/openid.ts'
import type { Storage } from './platform/storage/storage.ts'
import { createTemplates } from './platform/templates/templates.ts'
import { createZone } from './platform/times/times.ts'
import { binKinds } from './recycle-bin.ts'
import { countRequests } from './request-limits.ts'
import { logRequests } from './request-log.ts'

export interface Parts {
  readonly config: Config
  readonly engine: Engine
  readonly rateLimiter: RateLimiter
  readonly storage: Storage
  readonly secretKey: Buffer
  /** Signs the links in e-mails. */
  readonly mailLinkKey: Buffer
  readonly media: MediaOptions
  readonly imports: ImportOptions
  readonly webhooks: WebhookOptions & Sending
  readonly log: Logger
  readonly metrics: Metrics
  /** The request counts of the other processes of this node. */
  readonly countsOfOthers: () => Promise<readonly RequestCounts[]>
  readonly onRestoreOrdered: () => void
}

/** The HTTP app: one line per feature, the table of contents. */
export function createApp(parts: Parts): FastifyInstance {
  const { config, engine, log, rateLimiter } = parts
  const tokens = createTokens(deriveKey(parts.secretKey, 'session tokens'))
  const guesses = createGuesses(rateLimiter)
  const templates = createTemplates({
    builtIn: builtFolder('theme'),
    overrides: themeFolder(config),
    timezone: config.timezone,
  })
  const factor = {
    ...factorKeys(parts.secretKey),
    wrongCodes: rateLimiter.limiter(WRONG_CODES),
    confirmSession,
    forgetFactors,
  }
  const captchaFailures = rateLimiter.limiter(CAPTCHA_FAILURES)
  const links = {
    linkKey: parts.mailLinkKey,
    publicUrl: config.publicUrl,
    end: endAccess,
    asked: forgotLimits(rateLimiter),
    countGuess: countBlindGuesses(guesses),
  }
  const unsubscribing = { linkKey: parts.mailLinkKey, stopMailComments }

  const changeWatch = createChangeWatch(engine)
  const filter = createWordFilter()
  const messages = createTextMessages(config.smsGatewayUrl, rateLimiter)
  const previewKey = deriveKey(parts.secretKey, 'preview links')
  const zone = createZone(config.timezone)

  const routes: Route<Tables>[] = [
    ...sessionRoutes({ tokens, guesses, factor, engine, captchaFailures, linkKey: parts.mailLinkKey }),
    ...profileRoutes({
      guesses,
      addressChanges: rateLimiter.limiter(ADDRESS_CHANGES),
      linkKey: parts.mailLinkKey,
      sendsMail: config.smtpUrl !== undefined,
    }),
    ...secondFactorRoutes(factor),
    ...accountLinkRoutes(links),
    ...userRoutes({
      end: links.end,
      invite: async (tx, actor, id, zone) => showLink(zone)(await inviteUser(tx, actor, links, id)),
    }),
    ...siteRoleRoutes,
    ...personalDataRoutes,
    ...singleSignOnRoutes(singleSignOn(config, parts.secretKey, { tokens, guesses }), isSecure(config)),
    ...passkeyRoutes({
      publicUrl: config.publicUrl,
      key: deriveKey(parts.secretKey, 'passkey challenges'),
      tokens,
      guesses,
    }),
    ...apiTokenRoutes,
    ...tokenUndoRoutes(binKinds),
    ...siteRoutes({ categories: categoriesOfSite, removals: [forgetAliasesOfSite, endRolesOnSite] }),
    ...siteInfoRoutes({
      publicUrl: config.publicUrl,
      timezone: config.timezone,
      hasProvider: config.openId !== undefined,
      sendsMail: config.smtpUrl !== undefined,
      templates,
    }),
    ...settingsRoutes({ smsAvailable: config.smsGatewayUrl !== undefined, requireArticlePath }),
    ...categoryRoutes,
    ...tagRoutes,
    ...pageRoutes,
    ...pageHistoryRoutes,
    ...articleRoutes,
    ...authorRoutes,
    ...exportRoutes({ images: pictureBytes(engine, parts.media), files: filesByName(engine, parts.media) }),
    ...savedViewRoutes,
    ...importRoutes(parts.imports),
    ...searchRoutes,
    ...publicationRoutes,
    ...workingCopyRoutes,
    ...revisionRoutes,
    ...presenceRoutes,
    ...previewRoutes({ key: previewKey, publicUrl: config.publicUrl }),
    ...counterRoutes({ countView: createViewCounter(engine, zone) }),
    ...commentRoutes({ engine, filter, captchaFailures }),
    ...commentModerationRoutes,
    ...moderationRoutes,
    ...captchaRoutes(messages),
    ...messageRoutes(unsubscribing),
    ...mediaRoutes(parts.media),
    ...recycleBinRoutes(binKinds),
    ...webhookRoutes(parts.webhooks),
    ...changeRoutes(changeWatch, subjectsOfComments),
    ...backupRoutes(backupPlace(config), parts.onRestoreOrdered),
    ...statsRoutes(backupPlace(config)),
    ...auditLogRoutes,
    ...jobRoutes,
  ]

  const known = createKnownRequests()
  const app = createServer({ log, ...(!log.isLevelEnabled('debug') && { known }) })
  app.addHook('preClose', async () => changeWatch.close())
  const trustedProxies = parseCidrList(config.trustProxy.join(','))
  const addressOf = (request: RequestHead) =>
    clientAddress(request.socket.remoteAddress ?? '', request.headers['x-forwarded-for'], trustedProxies)
  const authenticator: Authenticator = {
    hostOf: (request) => clientHost(request, trustedProxies),
    look: engine.changes.look,
    addressOf,
    count: countRequests(parts),
    ...createIdentify({
      engine,
      tokens,
      resolveSite,
      allDomains,
      onTokenUse: createTokenUses(engine, (error) =>
        log.warn({ err: error }, 'could not record the use of an API token'),
      ),
      onSessionUse: createUseNotes(engine, (error) =>
        log.warn({ err: error }, 'could not record the use of a session'),
      ),
    }),
  }
  const originOf = (request: RequestHead) => config.publicUrl ?? clientOrigin(request, trustedProxies)
  mountCompression(app)
  mountCors(app, config.corsOrigins)
  mountApi(app, {
    engine,
    routes,
    rowsOfActor: ({ siteId }) => ({ sites: [siteId] }),
    requireSite: siteNames,
    sealingKey: deriveKey(parts.secretKey, 'first answers'),
    zone,
    files: { url: config.mediaUrl ?? config.publicUrl, addressed: onOrigin },
    originOf,
    authenticator,
    known: {
      requests: known,
      vary: corsVariesBy(config.corsOrigins),
      onAnswered: parts.metrics.countRequest,
    },
  })
  mountUploads(app, engine, parts.media)
  mountUnsubscribe(app, engine, unsubscribing)
  mountMcp(app, authenticator)
  const endpoints = routes.map(({ endpoint }) => endpoint)
  mountDocs(app, () => referenceOf(endpoints, config.publicUrl ?? '/'))
  mountConsole(app, { folder: builtFolder('console'), timezone: config.timezone })
  mountOperations(app, { ...parts, authenticator })
  mountSite(app, {
    engine,
    authenticator,
    templates,
    zone,
    publicUrl: config.publicUrl,
    mediaUrl: config.mediaUrl,
    originOf,
    previewKey,
    filter,
    captchaFailures,
    messages,
    log,
  })
  logRequests(app, log, addressOf)
  return app
}

function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

type SignOnParts = Pick<SingleSignOn, 'tokens' | 'guesses'>
function singleSignOn({ openId }: Config, secretKey: Buffer, parts: SignOnParts): SingleSignOn | undefined {
  if (!openId) return undefined
  const { roleClaim, roleMap } = openId
  const key = deriveKey(secretKey, 'single sign-on')
  return { provider: createOpenIdClient(openId), roleClaim, roleMap, key, ...parts }
}
