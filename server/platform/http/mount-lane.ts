import type { Server } from 'node:http'
import { createLane, type LaneOptions } from './lane.ts'
import { mountLaneOnRequests } from './lane-requests.ts'
import { mountLaneOnSockets } from './lane-sockets.ts'
import { addressMatcher } from './paths.ts'
import type { Route } from './route.ts'

/** Puts the lane before everything else that the server does with a connection and with a request. */
export function mountLane<Tables>(
  server: Server,
  routes: readonly Route<Tables>[],
  options: LaneOptions<Tables>,
): void {
  const lane = createLane(options)
  const usual = mountLaneOnRequests(server, lane)
  const gets = routes.filter(({ endpoint }) => endpoint.method === 'GET')
  const pathsOf = (kinds: readonly Route<Tables>[]) => kinds.map(({ endpoint }) => endpoint.path)
  // Whole pieces of JSON; not what streams.
  const isReading = addressMatcher(
    pathsOf(gets.filter(({ kind }) => kind === 'read')),
    pathsOf(gets.filter(({ kind }) => kind !== 'read')),
  )
  mountLaneOnSockets(server, { lane, usual, isReading })
}
