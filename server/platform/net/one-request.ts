import type { LookupFunction } from 'node:net'
import { buildConnector, Client, type Dispatcher } from 'undici'

export interface SafeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** For everything together: lookup, connection, headers and body. */
  readonly timeoutMs: number
  readonly maxAnswerBytes: number
}

/** Sends one request over a new connection. Loaded on first use: undici costs 20 MB and 150 ms. */
export async function sendOnce(url: URL, request: SafeRequest, lookup: LookupFunction, signal: AbortSignal) {
  // The signal is passed to the socket, because undici's own waits until the connection is established.
  const connect = buildConnector({ lookup, signal, autoSelectFamily: true, timeout: 0 })
  const client = new Client(url.origin, { connect, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 })
  try {
    const answer = await client.request({
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...request.headers },
      body: request.body ?? null,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      ...(await readUpTo(answer.body, request.maxAnswerBytes)),
    }
  } finally {
    await client.destroy()
  }
}

async function readUpTo(stream: Dispatcher.ResponseData['body'], maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes }
}
