import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { handOn } from './door.ts'
import { hasOneHost } from './headers.ts'
import { isPlainRequest, type Lane, type Remembered, senderIn, tellingOf } from './lane.ts'

export type Usual = (request: IncomingMessage, response: ServerResponse) => void

/** Answers from the lane what Node has read as a request. Gives the usual way, for what is known to need it. */
export function mountLaneOnRequests(server: Server, lane: Lane): Usual {
  const [usual] = server.listeners('request') as Usual[]
  if (!usual) throw new Error('the server does not listen for requests')

  function tell(request: IncomingMessage, response: ServerResponse, found: Remembered, begun: number): void {
    const { status, headers, bytes } = tellingOf(request, found)
    // A flat list of names and values is what Node writes with the least ado.
    response.writeHead(status, [...lane.sameForAll, ...headers] as string[]).end(bytes)
    lane.onAnswered(found.answer.path, status, (performance.now() - begun) / 1000)
  }

  /** Says whether it took the request on. */
  function answers(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers, httpVersionMinor } = request
    if (method !== 'GET' || httpVersionMinor !== 1 || !isPlainRequest(url, headers)) return false
    if (!hasOneHost(request.rawHeaders)) return false
    const begun = performance.now()
    const finish = (found: Remembered | undefined): boolean => {
      if (found?.decision && !found.decision.allowed) handOn(request, found.decision)
      else if (found) tell(request, response, found, begun)
      return found !== undefined && found.decision?.allowed !== false
    }
    const found = lane.find(url, senderIn(headers), request)
    if (!(found instanceof Promise)) return finish(found)
    found.then(finish).then(
      (answered) => answered || usual?.(request, response),
      () => usual?.(request, response),
    )
    return true
  }

  server.removeListener('request', usual)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answers(request, response)) usual(request, response)
  })
  return usual
}
