import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { embedOrigins } from '@inkstone/contract/embeds.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../platform/core/problem.ts'
import { etagOf, matchesNone } from '../../platform/http/etag.ts'

/**
 * Only our own scripts run. Inline styles are allowed, because the console's UI library sets them. Images may come from
 * anywhere, players only from the allowed providers.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: http: https:",
  "media-src 'self' http: https:",
  "font-src 'self'",
  "connect-src 'self'",
  `frame-src ${embedOrigins.join(' ')}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

interface ConsoleOptions {
  /** The build output: `index.html`, and `assets` with hashed names. */
  readonly folder: string
  readonly timezone: string
}

/** Serves the console: one page for every path under /admin, and its assets. */
export function mountConsole(app: FastifyInstance, { folder, timezone }: ConsoleOptions): void {
  const built = builtIn(folder)
  if (!built) return
  const html = built.page.replace('%TIMEZONE%', timezone)
  const etag = etagOf(html, undefined)

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ etag, 'cache-control': 'no-cache', 'content-security-policy': POLICY })
    if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }
  app.get('/admin', page)
  app.get<{ Params: { '*': string } }>('/admin/*', async (request, reply) => {
    const path = request.params['*']
    if (!path.startsWith('assets/')) return page(request, reply)
    const name = path.slice('assets/'.length)
    const type = TYPES[extname(name)]
    if (type === undefined || !built.assets.has(name)) throw new Problem('not-found')
    const packing = packingFor(request.headers['accept-encoding'])
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      ...(packing && { 'content-encoding': packing.name }),
    })
    return reply.type(type).send(await readFile(join(folder, 'assets', name + (packing?.ending ?? ''))))
  })
}

function builtIn(folder: string): { page: string; assets: ReadonlySet<string> } | undefined {
  try {
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    return { page, assets: new Set(readdirSync(join(folder, 'assets'))) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The build stores both compressed forms next to each file. */
function packingFor(accepted: string | string[] | undefined): { name: string; ending: string } | undefined {
  const names = new Set(
    String(accepted ?? '')
      .split(',')
      .filter((choice) => !/;\s*q=0(?:\.0*)?\s*$/.test(choice))
      .map((choice) => choice.split(';', 1)[0]?.trim().toLowerCase()),
  )
  if (names.has('br')) return { name: 'br', ending: '.br' }
  return names.has('gzip') ? { name: 'gzip', ending: '.gz' } : undefined
}
