import { CONTENT_BODY_LIMIT } from '@inkstone/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../platform/core/problem.ts'
import { type Authenticator, authenticate, presentedToken } from '../../platform/http/authenticate.ts'
import { preferredLanguage } from '../../platform/http/language.ts'
import { methodNotAllowed } from '../../platform/http/methods.ts'
import { answerMessage, type SendToApi } from './mcp.actions.ts'

const PATH = '/mcp'
const MAX_MESSAGES = 20

/** The Model Context Protocol: offers API operations as tools for agents. */
export function mountMcp(app: FastifyInstance, authenticator: Authenticator): void {
  app.route({
    method: 'POST',
    url: PATH,
    bodyLimit: CONTENT_BODY_LIMIT,
    onRequest: async (request, reply) => {
      request.authenticated = await authenticate(countingAnonymous(authenticator), request, reply, undefined)
      if (request.authenticated.actor.kind === 'anonymous') throw new Problem('login-required')
    },
    handler: async (request, reply) => {
      const messages: unknown[] = Array.isArray(request.body) ? request.body : [request.body]
      if (messages.length > MAX_MESSAGES) throw new Problem('bad-request')
      if (!messages.some(isCall)) await countRequest(authenticator, request)
      const language = preferredLanguage(request.headers['accept-language'])
      const answer = await answerMessage(asked(request), request.body, language, sendFor(app, request))
      return relay(reply, answer)
    },
  })
  // There are no sessions, so GET and DELETE are not supported.
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: PATH,
    handler: async () => {
      throw methodNotAllowed(new Set(['POST']))
    },
  })
}

/** Requests with a valid token are counted by the operation they call, so only others are counted here. */
function countingAnonymous(authenticator: Authenticator): Authenticator {
  return {
    ...authenticator,
    count: (actor, address) =>
      actor && actor.kind !== 'anonymous' ? undefined : authenticator.count(actor, address),
  }
}

/** Counts a message that does not call an operation. */
async function countRequest(authenticator: Authenticator, request: FastifyRequest): Promise<void> {
  const decision = await authenticator.count(request.authenticated?.actor, authenticator.addressOf(request))
  if (decision && !decision.allowed)
    throw new Problem('too-many-requests', { retryAfterSeconds: decision.retryAfterSeconds })
}

function isCall(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call'
  )
}

/** Headers of the connection, or of the body, which has already been read. */
const NOT_FORWARDED = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

/** The request for the SDK. The body is passed separately. */
function asked({ headers }: FastifyRequest): Request {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || NOT_FORWARDED.has(name) ? [] : [[name, String(value)]],
  )
  return new Request(`http://localhost${PATH}`, { method: 'POST', headers: kept })
}

/** The headers that identify the site, the language and, beside their token, the caller. */
const OF_THE_CALLER = [
  'host',
  'x-site',
  'accept-language',
  'user-agent',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** Calls the API in this process, with the same checks as for external requests. */
function sendFor(app: FastifyInstance, request: FastifyRequest): SendToApi {
  const { site_id: site } = request.query as Record<string, unknown>
  const caller = Object.fromEntries(
    OF_THE_CALLER.flatMap((name) => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
  const always = {
    ...(typeof site === 'string' && { 'x-site': site }),
    ...caller,
    authorization: `Bearer ${presentedToken(request)}`,
    'x-request-id': request.id,
  }
  return async ({ method, url, headers, payload }) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...always, ...headers },
      remoteAddress: request.socket.remoteAddress ?? '',
      ...(payload !== undefined && { payload }),
    })
    const header = (name: string) => {
      const value = answer.headers[name]
      return value === undefined ? undefined : String(value)
    }
    return { status: answer.statusCode, header, body: answer.payload }
  }
}

async function relay(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.status(answer.status).header('cache-control', 'no-store')
  const type = answer.headers.get('content-type')
  if (type !== null) reply.type(type)
  return reply.send(await answer.text())
}
