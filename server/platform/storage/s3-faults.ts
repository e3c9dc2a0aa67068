import { type StorageFault, StorageUnavailable } from './storage.ts'

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const TIMED_OUT = new Set(['TimeoutError', 'AbortError', 'RequestTimeout', 'ETIMEDOUT'])
const DENIED = new Set(['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])

/** SDK errors are identified by a name, a Node code and an HTTP status, not by their class. */
export function s3Unavailable(action: string, error: unknown): Error {
  const seen = traits(error)
  if (seen.name === 'InvalidRange' || seen.status === 416)
    return new RangeError('the range starts past the end')
  return new StorageUnavailable(faultOf(seen), action, retold(error, seen))
}

// The SDK's own error contains the whole exchange, including signed headers, which must not be logged.
function retold(error: unknown, { name, code, status }: Traits): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error([name, code, status || '', message].filter(Boolean).join(' '))
}

export function isS3Absence(error: unknown): boolean {
  const { name } = traits(error)
  return name === 'NoSuchKey' || name === 'NotFound'
}

/** Whether a retry may succeed: network errors, timeouts, errors of the service. */
export function mayPass(error: unknown): boolean {
  const seen = traits(error)
  const fault = faultOf(seen)
  return fault === 'unreachable' || fault === 'timed-out' || seen.status === 429
}

interface Traits {
  name: string
  code: string
  status: number
}

function traits(error: unknown): Traits {
  if (!(error instanceof Error)) return { name: '', code: '', status: 0 }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { name: error.name, code, status: statusOf(error) }
}

function statusOf(error: Error): number {
  if (!('$metadata' in error)) return 0
  const metadata = error.$metadata
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return 0
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : 0
}

function faultOf({ name, code, status }: Traits): StorageFault {
  if (TIMED_OUT.has(name) || TIMED_OUT.has(code)) return 'timed-out'
  if (UNREACHABLE.has(code) || status >= 500) return 'unreachable'
  if (name === 'NoSuchBucket') return 'bucket-missing'
  if (DENIED.has(name) || status === 401 || status === 403) return 'denied'
  return 'failed'
}
