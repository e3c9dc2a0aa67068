import { unreachable } from './api.ts'

/**
 * Loads a part of the console on demand. If the server cannot be reached, the error says so. If it can,
 * the server has a newer version, and the browser's error is passed on.
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
