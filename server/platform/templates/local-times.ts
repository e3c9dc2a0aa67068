import type { Liquid } from 'liquidjs'
import { createZone } from '../times/times.ts'

/**
 * Times without a zone, such as `2026-02-28 22:30:00`, are in the zone of the service. The filter `date` would read them
 * in that of the machine.
 */
export function readLocalTimes(liquid: Liquid, timezone: string): void {
  const zone = createZone(timezone)
  const { date } = liquid.filters
  if (typeof date !== 'function') throw new Error('there is no filter `date`')
  liquid.registerFilter('date', function (value, ...options) {
    const moment = typeof value === 'string' && !/T|Z$/.test(value) ? zone.parse(value, 'first') : undefined
    return date.call(this, moment === undefined ? value : new Date(moment), ...options)
  })
}
