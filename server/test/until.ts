import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 20

/** Waits until something holds. The time limit of the test ends the wait. */
export async function until(holds: () => boolean | undefined | Promise<boolean | undefined>): Promise<void> {
  while (!(await holds())) await pause(LOOK_EVERY_MS)
}
