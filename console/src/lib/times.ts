import { clockIn, haveSameClock, momentOf } from './zones.ts'

/** The time zone of all times in the console. */
export const serviceZone =
  document.querySelector('meta[name="inkstone-timezone"]')?.getAttribute('content') || 'UTC'

/** `YYYY-MM-DD HH:MM:SS` in the service's zone, so that times can be compared as text. */
export const inService = (moment: number): string => clockIn(serviceZone, moment)

export const nowInService = (): string => inService(Date.now())

/** Without seconds, as people read it. */
export function short(time: string | null | undefined): string {
  return time ? time.slice(0, 16) : ''
}

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Whether the browser's clock shows another time. */
export const isElsewhere = !haveSameClock(serviceZone, browserZone, new Date().getFullYear())

/** The service's zone in brackets, after planned times. Empty if the browser shows the same time. */
export const zoneNote = isElsewhere
  ? { en: ` (${serviceZone})`, zh: `（${serviceZone}）` }
  : { en: '', zh: '' }

/** The same time on the clock of the browser, if that is another one. */
export function onOwnClock(time: string): { readonly time: string; readonly zone: string } | undefined {
  if (!isElsewhere) return
  return { time: clockIn(browserZone, momentOf(time, serviceZone)), zone: browserZone }
}
