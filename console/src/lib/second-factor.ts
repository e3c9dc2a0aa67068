import { ApiError } from './api-error.ts'

/** Asks for the second factor; false if the user cancels. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Registers the dialog that asks, while it is mounted. */
export function registerConfirmation(by: Ask): () => void {
  ask = by
  return () => {
    if (ask === by) ask = undefined
  }
}

/** Runs a request. If the server requires the second factor again, asks for it and retries once. */
export async function withSecondFactor<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem !== 'second-factor-again' || !ask) throw error
    asking ??= ask().finally(() => {
      asking = undefined
    })
    if (!(await asking)) throw error
    return act()
  }
}
