interface WebhookRequest {
  readonly secret: string
  /** The raw bytes, before they are parsed. */
  readonly body: string | Uint8Array
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The maximum difference between the time of the request and now. */
  readonly toleranceSeconds?: number
}

const TOLERANCE_SECONDS = 300

/**
 * Whether a request was signed with the secret: by Standard Webhooks if it has such a signature, otherwise by
 * `X-Webhook-Signature`.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<boolean> {
  const { secret, body, toleranceSeconds = TOLERANCE_SECONDS } = request
  const header = (name: string) => headerOf(request.headers, name)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const signatures = header('webhook-signature')
  if (id !== undefined && timestamp !== undefined && signatures !== undefined) {
    if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) return false
    const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
    const expected = `v1,${base64(await hmac(keyOf(secret), signed))}`
    return signatures.split(' ').some((given) => same(given, expected))
  }
  const expected = `sha256=${hex(await hmac(new TextEncoder().encode(secret), bytes))}`
  return ['x-webhook-signature', 'x-webhook-signature-previous'].some((name) =>
    same(header(name) ?? '', expected),
  )
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' || value === undefined ? value : value[0]
}

function keyOf(secret: string): Uint8Array {
  if (!secret.startsWith('whsec_')) return new TextEncoder().encode(secret)
  return Uint8Array.from(atob(secret.slice('whsec_'.length)), (char) => char.charCodeAt(0))
}

async function hmac(key: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', imported, new Uint8Array(data)))
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + two.length)
  both.set(one)
  both.set(two, one.length)
  return both
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Takes the same time wherever they differ. */
function same(one: string, two: string): boolean {
  if (one.length !== two.length) return false
  let different = 0
  for (let at = 0; at < one.length; at += 1) different |= one.charCodeAt(at) ^ two.charCodeAt(at)
  return different === 0
}
