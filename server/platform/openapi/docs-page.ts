import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../core/problem.ts'
import { etagOf, matchesNone } from '../http/etag.ts'
import { preferredLanguage } from '../http/language.ts'
import { documentEndpoint } from './document.ts'
import { pageIn, pagePolicy } from './page/page.ts'

/** Serves the document, and a self-contained reference page for people. */
export function mountDocs(app: FastifyInstance, document: () => object): void {
  const json = once(() => withTag(JSON.stringify(document())))
  const pages: Record<Language, () => Tagged> = {
    en: once(() => withTag(pageIn('en'))),
    zh: once(() => withTag(pageIn('zh'))),
  }
  app.get(documentEndpoint.path, { config: { endpoint: documentEndpoint } }, (request, reply) =>
    send(request, reply.type('application/json; charset=utf-8'), json()),
  )
  app.get('/docs', (request, reply) => {
    reply.header('content-security-policy', pagePolicy).header('vary', 'Accept-Language')
    const language = preferredLanguage(request.headers['accept-language'])
    return send(request, reply.type('text/html; charset=utf-8'), pages[language]())
  })
}

interface Tagged {
  readonly text: string
  readonly etag: string
}

function withTag(text: string): Tagged {
  return { text, etag: etagOf(text, undefined) }
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { text, etag }: Tagged): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.send(text)
}
