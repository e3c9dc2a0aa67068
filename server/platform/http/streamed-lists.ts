import { Readable } from 'node:stream'
import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSerializer, type Serializer } from './answer.ts'
import { cacheControlOf } from './cache-control.ts'
import { nowSeconds } from './envelope.ts'
import { etagOf, matchesNone } from './etag.ts'
import { JSON_TYPE } from './headers.ts'
import type { Call, StreamedList } from './route.ts'

export type SendStreamedList = (
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  parts: StreamedList,
) => FastifyReply

/** Streams the responses of one endpoint. Each item is serialised with its schema. */
export function createListStreamer(endpoint: Endpoint): SendStreamedList {
  let serialize: Serializer | undefined
  return (request, reply, call, parts) => {
    serialize ??= createSerializer(itemOf(endpoint.answer))
    const etag = etagOf(call.addressed(parts.etagSource), undefined)
    reply.headers(call.answering.headers)
    reply.header('etag', etag).header('cache-control', cacheControlOf(call.actor, endpoint))
    if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
    reply.status(200).type(JSON_TYPE)
    // A stream, because the length of the GET is not known, and that of a text would be sent.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    return reply.send(Readable.from(envelopeOf(parts, serialize, call), { objectMode: false }))
  }
}

/** The schema of the items of a list, without a field that is serialised elsewhere. */
export function itemOf(answer: TSchema | undefined, without?: string): TSchema {
  const { items, properties } = (answer ?? {}) as { items?: TSchema; properties?: { list?: TSchema } }
  const item = items ?? (properties?.list?.items as TSchema | undefined)
  if (!item) throw new Error('only a list can be streamed item by item')
  if (without === undefined) return item
  return Type.Omit(item as TObject, [without])
}

async function* envelopeOf(
  { items, beside }: StreamedList,
  serialize: Serializer,
  { addressed }: Call,
): AsyncGenerator<string> {
  yield `{"code":200,"message":"success","data":${beside ? '{"list":' : ''}[`
  let between = ''
  for await (const item of items) {
    yield `${between}${addressed(serialize(item))}`
    between = ','
  }
  const rest = Object.entries(beside ?? {}).map(([name, value]) => `,"${name}":${value}`)
  yield `]${beside ? `${rest.join('')}}` : ''},"timestamp":${nowSeconds()}}`
}
