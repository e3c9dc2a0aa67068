import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/core/actor.ts'
import type { MaybePromise } from '../../platform/core/maybe-promise.ts'
import { etagOf, matchesNone } from '../../platform/http/etag.ts'
import { sendCaptcha } from './form-captcha.actions.ts'
import type { PathTarget } from './paths.rules.ts'
import { answerPreview } from './preview-page.actions.ts'
import { sendPreview } from './sending.rules.ts'
import type { SiteContext } from './site-options.ts'
import { ICON, styleSheet } from './style.rules.ts'
import type { Visitors } from './visitors.actions.ts'

/** Paths that are not cached pages: theme files, the icon, captchas and previews. */
export function sendFixed(
  options: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  visitors: Visitors,
  target: PathTarget | undefined,
): MaybePromise<FastifyReply> | undefined {
  const { anonymous } = visitors
  switch (target?.kind) {
    case 'asset':
      return sendAsset(options, request, reply, anonymous, target.name)
    case 'icon': {
      const { site_icon } = anonymous.site.settings
      if (site_icon !== '')
        return reply.header('cache-control', 'public, max-age=3600').redirect(site_icon, 302)
      return sendFile(request, reply, 'image/svg+xml', ICON)
    }
    case 'captcha':
      return sendCaptcha(options, request, reply, anonymous)
    case 'preview':
      return answerPreview(options, visitors, request).then((page) => sendPreview(reply, page))
    default:
      return undefined
  }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['woff2', 'font/woff2'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
])

/** A file of the theme; undefined if there is none with this name. */
function sendAsset(
  { templates }: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { site }: Actor,
  name: string,
): FastifyReply | undefined {
  const file = templates.file(name) ?? templates.bytes(name)
  if (file === undefined) return undefined
  const type = TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? ''
  if (typeof file !== 'string' || !name.endsWith('.css')) return sendFile(request, reply, type, file)
  // The console previews an accent colour before it is saved.
  const { accent } = request.query as Record<string, unknown>
  const site_accent = typeof accent === 'string' ? accent : site.settings.site_accent
  return sendFile(request, reply, type, styleSheet(file, { site_accent }))
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  body: string | Buffer,
): FastifyReply {
  const etag = etagOf(body, undefined)
  // Pages link to it with a version. Without one the file may have changed.
  const versioned = 'v' in (request.query as Record<string, unknown>)
  reply.headers({
    etag,
    'cache-control': versioned ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    vary: 'X-Site, Accept-Encoding',
  })
  if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.type(type).send(body)
}
