import type { AnswerOf, Endpoint } from '@inkstone/contract/endpoint.ts'
import { type Envelope, failureFrom, headersFor, unreachable } from './api.ts'
import { currentToken } from './session.ts'

/** Sends one file as `file`. `fetch` does not tell how far it is, so this goes the older way. */
export function sendFile<E extends Endpoint>(
  endpoint: E,
  file: File,
  onProgress: (part: number) => void,
): Promise<AnswerOf<E>> {
  const body = new FormData()
  body.append('file', file, file.name)
  const token = currentToken()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, endpoint.path)
    headersFor(endpoint).forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(unreachable())
    request.onload = () => {
      const envelope = envelopeOf(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(envelope.data as AnswerOf<E>)
      else {
        const headers = new Headers({ 'retry-after': request.getResponseHeader('retry-after') ?? '' })
        reject(
          failureFrom({ status: request.status, statusText: request.statusText, headers }, envelope, token),
        )
      }
    }
    request.send(body)
  })
}

function envelopeOf(text: string): Envelope & { readonly data?: unknown } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
