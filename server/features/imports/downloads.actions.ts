import type { SafeFetch } from '../../platform/net/safe-fetch.ts'

export const TOO_LARGE = { refused: 'it is too large' }

const FETCH_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 3

/** Follows redirects one by one, so that each URL is checked. */
export async function download(
  fetch: SafeFetch,
  url: string,
  maxBytes: number,
): Promise<{ body: Buffer } | { refused: string }> {
  let at = url
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const request = {
      method: 'GET',
      timeoutMs: FETCH_TIMEOUT_MS,
      maxAnswerBytes: maxBytes,
    } as const
    let answer = await fetch(at, request)
    const passing = answer.ok ? answer.status >= 500 : answer.reason === 'connection'
    if (passing) answer = await fetch(at, request)
    if (!answer.ok) return { refused: REASONS[answer.reason] ?? answer.detail }
    const location = answer.headers.location
    if (answer.status >= 300 && answer.status < 400 && typeof location === 'string') {
      if (!URL.canParse(location, at)) return { refused: 'it redirects to an invalid URL' }
      at = new URL(location, at).href
      continue
    }
    if (answer.status !== 200) return { refused: `its server returned ${answer.status}` }
    if (answer.truncated) return TOO_LARGE
    return { body: answer.body }
  }
  return { refused: 'it has too many redirects' }
}

const REASONS: Readonly<Record<string, string>> = {
  'bad-url': 'its URL cannot be fetched',
  'refused-address': 'its URL is on a private network that IMPORT_ALLOW does not allow',
  timeout: 'it took too long',
}
