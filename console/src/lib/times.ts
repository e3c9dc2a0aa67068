const zone = document.querySelector('meta[name="inkstone-timezone"]')?.getAttribute('content') || 'UTC'

/** The time zone of all times in the console. */
export const serviceZone = zone

const FORM = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })

/** `YYYY-MM-DD HH:MM:SS` in the service's zone, so that times can be compared as text. */
export const inService = (moment: number): string => FORM.format(moment)

export const nowInService = (): string => inService(Date.now())

/** Without seconds, as people read it. */
export function short(time: string | null | undefined): string {
  return time ? time.slice(0, 16) : ''
}
