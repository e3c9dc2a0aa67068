import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/core/actor.ts'
import type { Soon } from '../../platform/core/soon.ts'
import { etagOf, matchesNone } from '../../platform/http/etag.ts'
import { sendCaptcha } from './commenting.routes.ts'
import type { Place } from './places.rules.ts'
import { answerPreview } from './preview-page.actions.ts'
import { sendOwn } from './sending.rules.ts'
import type { SiteMaking } from './site-options.ts'
import { ICON, styleSheet } from './style.rules.ts'

/** What is not read from the database as a page is: files of the theme, the icon, captchas and previews. */
export function sendFixed(
  options: SiteMaking,
  request: FastifyRequest,
  reply: FastifyReply,
  stranger: Actor,
  place: Place | undefined,
): Soon<FastifyReply> | undefined {
  switch (place?.kind) {
    case 'asset': {
      const file = options.templates.file(place.name)
      if (file === undefined) return undefined
      const isStyle = place.name.endsWith('.css')
      // The console shows what a colour would look like before it is saved.
      const { accent } = request.query as Record<string, unknown>
      const { site_accent } = stranger.site.settings
      const body = isStyle
        ? styleSheet(file, { site_accent: typeof accent === 'string' ? accent : site_accent })
        : file
      return sendFile(
        request,
        reply,
        isStyle ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
        body,
      )
    }
    case 'icon': {
      const { site_icon } = stranger.site.settings
      if (site_icon !== '')
        return reply.header('cache-control', 'public, max-age=3600').redirect(site_icon, 302)
      return sendFile(request, reply, 'image/svg+xml', ICON)
    }
    case 'captcha':
      return sendCaptcha(options, request, reply, stranger)
    case 'preview':
      return answerPreview(options, stranger, request).then((answered) =>
        sendOwn(reply.header('x-robots-tag', 'noindex'), answered),
      )
    default:
      return undefined
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, type: string, body: string): FastifyReply {
  const etag = etagOf(body, undefined)
  // Pages name it with a version; without one it may have changed.
  const versioned = 'v' in (request.query as Record<string, unknown>)
  reply.headers({
    etag,
    'cache-control': versioned ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    vary: 'X-Site, Accept-Encoding',
  })
  if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.type(type).send(body)
}
