import { embedOrigins } from '@inkstone/contract/embeds.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { FastifyReply } from 'fastify'
import { withStyle } from './page-bytes.rules.ts'
import type { RenderedPage } from './rendering.actions.ts'
import type { SiteOptions } from './site-options.ts'

export function isSiteOpen({ site_enabled, public_read }: SiteSettings): boolean {
  return site_enabled === 1 && public_read === 1
}

/** A response for one visitor only. */
export function sendPrivate(
  reply: FastifyReply,
  { status, type, body, style, location }: RenderedPage,
): FastifyReply {
  reply.header('cache-control', 'private, no-store')
  if (location !== undefined) return reply.redirect(location, status)
  return reply.status(status).type(type).send(withStyle(body, style))
}

/** Whether or not the link is valid. */
export const PREVIEW_HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

export function sendPreview(reply: FastifyReply, page: RenderedPage): FastifyReply {
  return sendPrivate(reply.headers(PREVIEW_HEADERS), page)
}

/** Only our own scripts run. Images may come from anywhere, players only from the allowed providers. */
export function siteHeaders(
  { mediaUrl }: Pick<SiteOptions, 'mediaUrl'>,
  styleHash: string,
): Record<string, string> {
  const files = mediaUrl === undefined ? '' : ` ${new URL(mediaUrl).origin}`
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'sha256-${styleHash}'`,
      `img-src 'self' data: http: https:${files}`,
      `media-src 'self' http: https:${files}`,
      `frame-src ${embedOrigins.join(' ')}`,
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // With `no-referrer`, browsers send `Origin: null` with forms, and some players refuse to play.
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}
