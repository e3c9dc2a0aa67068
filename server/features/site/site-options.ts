import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Engine } from '../../database.ts'
import type { Authenticator } from '../../platform/http/authenticate.ts'
import type { Limiter } from '../../platform/rate-limit/rate-limit.ts'
import type { Templates } from '../../platform/templates/templates.ts'
import type { Zone } from '../../platform/times/times.ts'
import type { TextMessages } from '../captcha/captcha.actions.ts'
import type { WordFilter } from '../moderation/words.actions.ts'
import type { SiteParts } from './parts.rules.ts'

/** The dependencies of the public site. */
export interface SiteOptions {
  readonly engine: Engine
  readonly authenticator: Authenticator
  readonly templates: Templates
  readonly zone: Zone
  readonly publicUrl: string | undefined
  readonly mediaUrl: string | undefined
  readonly originOf: (request: FastifyRequest) => string
  readonly previewKey: Buffer
  readonly filter: WordFilter
  readonly captchaFailures: Limiter
  readonly messages: TextMessages | undefined
  readonly log: Logger
}

/** The same with the cached parts of its pages. */
export interface SiteContext extends SiteOptions {
  readonly parts: SiteParts
}
