import { unreachable } from './api.ts'

/**
 * A part of the console that is fetched when it is needed. Where there is no server that is said; where there is one,
 * it has newer parts, and the error is that of the browser.
 */
export async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    await fetch(location.href, { method: 'HEAD' }).catch(() => {
      throw unreachable()
    })
    throw error
  }
}
