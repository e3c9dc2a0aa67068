import { ApiError } from './api.ts'

/** Asks for the second factor; false where the person does not give it. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** What asks, as long as it is on the screen. */
export function answerConfirmations(by: Ask): () => void {
  ask = by
  return () => {
    if (ask === by) ask = undefined
  }
}

/** Does something; where the service wants the second factor again first, asks for it and does it once more. */
export async function confirming<Result>(act: () => Promise<Result>): Promise<Result> {
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
