export type OnProgress = (sentBytes: number, totalBytes: number) => void

/** The part of XMLHttpRequest that is used: in a browser only it reports the progress of an upload. */
interface Xhr {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  readonly status: number
  readonly responseText: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getResponseHeader(name: string): string | null
  send(body: FormData): void
  abort(): void
}

/** Sends a form like `fetch`, and reports progress. */
export function sendWithProgress(
  address: string,
  request: RequestInit,
  form: FormData,
  onProgress: OnProgress,
  send: typeof fetch,
): Promise<Response> {
  const { XMLHttpRequest: Made } = globalThis as { XMLHttpRequest?: new () => Xhr }
  return Made
    ? byXhr(new Made(), address, request, form, onProgress)
    : byStream(address, request, form, onProgress, send)
}

function byXhr(xhr: Xhr, address: string, request: RequestInit, form: FormData, onProgress: OnProgress) {
  return new Promise<Response>((resolve, reject) => {
    xhr.open(request.method ?? 'POST', address)
    new Headers(request.headers).forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    xhr.onerror = () => reject(new TypeError('The upload failed.'))
    xhr.onabort = () => reject(request.signal?.reason)
    xhr.onload = () => {
      const headers = new Headers()
      for (const name of ['etag', 'retry-after']) {
        const value = xhr.getResponseHeader(name)
        if (value !== null) headers.set(name, value)
      }
      resolve(new Response(xhr.responseText, { status: xhr.status, headers }))
    }
    request.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(form)
  })
}

async function byStream(
  address: string,
  request: RequestInit,
  form: FormData,
  onProgress: OnProgress,
  send: typeof fetch,
): Promise<Response> {
  const made = new Response(form)
  const headers = new Headers(request.headers)
  headers.set('content-type', made.headers.get('content-type') ?? '')
  const whole = await made.blob()
  let sent = 0
  const counted = whole.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        sent += chunk.byteLength
        controller.enqueue(chunk)
        onProgress(sent, whole.size)
      },
    }),
  )
  return send(address, { ...request, headers, body: counted, duplex: 'half' } as RequestInit)
}
