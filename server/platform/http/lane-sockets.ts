import { IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { handOn, type RateDecision, type Sender } from './door.ts'
import { isPlainRequest, type Lane, type Remembered, senderIn, tellingOf } from './lane.ts'
import type { Usual } from './lane-requests.ts'
import { type PlainHeaders, readPlainHead, readPlainHeaders } from './plain-head.ts'

interface SocketOptions {
  readonly lane: Lane
  /** The usual way of a request. */
  readonly usual: Usual
  /** Whether an address is answered with one piece of JSON. */
  readonly isReading: (url: string) => boolean
}

/** The headers of a connection's last request, which most often are those of the next. */
interface LastHeaders {
  readonly text: string
  readonly headers: PlainHeaders
  readonly sender: Sender
}

/** A plain request, as it came and as it was read. */
interface Asked extends LastHeaders {
  readonly chunk: Buffer
  readonly url: string
  readonly begun: number
}

/**
 * Answers from the lane what comes over a connection, before Node makes a request and a response of it: these cost more
 * than all the rest of an answer from memory. A request that is not entirely plain takes its connection with it into
 * Node's hands, with every byte; so does one for anything but a piece of JSON.
 */
export function mountLaneOnSockets(server: Server, options: SocketOptions): void {
  const [usual] = server.listeners('connection') as Array<(socket: Socket) => void>
  if (!usual) throw new Error('the server does not listen for connections')
  const { attend, endIdle, destroyAll } = attending(server, options, (socket) => usual.call(server, socket))
  server.removeListener('connection', usual)
  server.on('connection', attend)
  // The server knows only the connections that are in its own hands.
  const closeIdle = server.closeIdleConnections.bind(server)
  const closeAll = server.closeAllConnections.bind(server)
  server.closeIdleConnections = () => {
    endIdle()
    closeIdle()
  }
  server.closeAllConnections = () => {
    destroyAll()
    closeAll()
  }
}

/**
 * libuv takes up to 1024 that are ready at a time and, where there were as many, takes again within the same turn. With
 * fewer open than that, whatever one turn reads had come before it.
 */
const MOST_OF_ONE_TURN = 900

function attending(server: Server, options: SocketOptions, handOver: (socket: Socket) => void) {
  const { lane, usual, isReading } = options
  const beginningOf = createBeginnings(lane.sameForAll, server.keepAliveTimeout)
  // Node too waits somewhat longer than it says: a client may come at the last moment.
  const { keepAliveTimeoutBuffer = 1_000 } = server as { keepAliveTimeoutBuffer?: number }
  const idleMs = server.keepAliveTimeout + keepAliveTimeoutBuffer
  /** All that are open, those in Node's hands among them. */
  let connected = 0
  /** With whether one of its requests is being served. */
  const attended = new Map<Socket, () => boolean>()

  function attend(socket: Socket): void {
    let last: LastHeaders | undefined
    let serving = false
    /** Whether the next bytes may have waited here while nothing was read. */
    let held = false
    let ended = false
    connected++
    attended.set(socket, () => serving)
    socket.setTimeout(server.headersTimeout)
    const listeners = { data: onData, end: onEnd, timeout: onTimeout, error: () => socket.destroy() }
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
    socket.once('close', () => {
      connected--
      attended.delete(socket)
    })

    function onData(chunk: Buffer): void {
      // Being closed: what still comes was sent without knowing, and is sent again elsewhere.
      if (socket.writableEnded) return
      const begun = performance.now()
      const head = server.listening ? readPlainHead(chunk) : undefined
      if (head && head.rest !== last?.text) last = lastHeaders(head.rest)
      if (!head || !last || !isPlainRequest(head.url, last.headers)) {
        leave(chunk)
        return
      }
      const { text, headers, sender } = last
      const asked = { chunk, begun, url: head.url, text, headers, sender }
      const justRead = !held && connected < MOST_OF_ONE_TURN
      held = socket.readableLength > 0
      const found = lane.find(asked.url, sender, { headers, socket }, justRead)
      if (found instanceof Promise) wait(asked, found)
      else answer(asked, found)
    }

    async function wait(asked: Asked, finding: Promise<Remembered | undefined>): Promise<void> {
      hold()
      const found = await finding.catch(() => undefined)
      if (socket.destroyed) return
      release()
      answer(asked, found)
    }

    function answer(asked: Asked, found: Remembered | undefined): void {
      if (found && found.decision?.allowed !== false) tell(asked, found)
      else if (isReading(asked.url)) goUsualWay(asked, found?.decision)
      else leave(asked.chunk)
    }

    function tell(asked: Asked, found: Remembered): void {
      const { status, headers, bytes } = tellingOf({ headers: asked.headers, socket }, found)
      let head = beginningOf(status)
      for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
      if (bytes) socket.cork()
      let keepsUp = socket.write(`${head}\r\n`, 'latin1')
      if (bytes) {
        keepsUp = socket.write(bytes)
        socket.uncork()
      }
      // Who does not read what he is sent is not read either, until he does or his time is over.
      if (!keepsUp && socket.writableNeedDrain) {
        pause()
        socket.once('drain', () => socket.resume())
      }
      settle()
      lane.onAnswered(found.answer.path, status, (performance.now() - asked.begun) / 1000)
    }

    /** With a request and a response made by hand, so that the connection stays here. */
    function goUsualWay({ url, headers }: Asked, decision: RateDecision | undefined): void {
      hold()
      const request = requestOf(socket, url, headers)
      if (decision) handOn(request, decision)
      const response = new ServerResponse(request)
      response.setHeader('keep-alive', keepAlive(server.keepAliveTimeout))
      response.assignSocket(socket)
      response.once('finish', () => {
        response.detachSocket(socket)
        if (response.getHeader('connection') === 'close') socket.destroySoon()
        release()
        settle()
      })
      usual(request, response)
    }

    /** Nothing more is read while a request is being served. */
    function hold(): void {
      serving = true
      pause()
    }

    function pause(): void {
      held = true
      socket.pause()
    }

    function release(): void {
      serving = false
      socket.resume()
    }

    /** From the first answer on it may be idle for longer. */
    function settle(): void {
      if (socket.timeout !== idleMs) socket.setTimeout(idleMs)
      if (ended) socket.end()
    }

    function leave(chunk: Buffer): void {
      attended.delete(socket)
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
      socket.setTimeout(0)
      socket.pause()
      socket.unshift(chunk)
      handOver(socket)
      // Once Node listens: what was put back is the first that it reads.
      process.nextTick(() => socket.resume())
    }

    function onEnd(): void {
      ended = true
      if (!serving) socket.end()
    }

    function onTimeout(): void {
      if (!serving) socket.destroy()
    }
  }

  return {
    attend,
    endIdle() {
      for (const [socket, isServing] of attended) if (!isServing()) socket.destroySoon()
    },
    destroyAll() {
      for (const socket of attended.keys()) socket.destroy()
    },
  }
}

function lastHeaders(text: string): LastHeaders | undefined {
  const headers = readPlainHeaders(text)
  return headers && isKeptAlive(headers) ? { text, headers, sender: senderIn(headers) } : undefined
}

function isKeptAlive({ connection }: PlainHeaders): boolean {
  return connection === undefined || connection.toLowerCase() === 'keep-alive'
}

function requestOf(socket: Socket, url: string, headers: PlainHeaders): IncomingMessage {
  const request = new IncomingMessage(socket)
  request.method = 'GET'
  request.url = url
  request.httpVersion = '1.1'
  request.httpVersionMajor = 1
  request.httpVersionMinor = 1
  request.headers = headers
  request.rawHeaders = Object.entries(headers).flat()
  request.complete = true
  request.push(null)
  return request
}

const keepAlive = (milliseconds: number): string => `timeout=${Math.floor(milliseconds / 1000)}`

/** What answers begin with, made anew every second. */
function createBeginnings(sameForAll: readonly string[], keepAliveMs: number): (status: number) => string {
  let same = ''
  for (let at = 0; at < sameForAll.length; at += 2) same += `${sameForAll[at]}: ${sameForAll[at + 1]}\r\n`
  same += `connection: keep-alive\r\nkeep-alive: ${keepAlive(keepAliveMs)}\r\n`
  const made = new Map<number, string>()
  let second = 0
  return (status) => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) made.clear()
    second = now
    const known = made.get(status)
    if (known) return known
    const date = new Date(now * 1000).toUTCString()
    const beginning = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${same}date: ${date}\r\n`
    made.set(status, beginning)
    return beginning
  }
}
