import type { S3Client } from '@aws-sdk/client-s3'

export interface S3Settings {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Default: Amazon's. */
  endpoint?: string
  /** Default: true if an endpoint is given. A few services (Aliyun OSS) accept only host names. */
  pathStyle?: boolean
  /** How long a connection may be idle. */
  timeoutMs?: number
  /** Files of this size or more are uploaded in parts. */
  partBytes?: number
}

type Sdk = typeof import('@aws-sdk/client-s3')

export interface Connection {
  sdk: Sdk
  client: S3Client
  bucket: string
  partBytes: number
  timeoutMs: number
}

const DEFAULT_TIMEOUT_MS = 15_000
const DEFAULT_PART_BYTES = 16 * 1024 * 1024
export const ATTEMPTS = 3

// By default the SDK prints a warning for every failed attempt. The thrown error contains everything.
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

export async function connectTo(settings: S3Settings): Promise<Connection> {
  const { sdk } = await import('./s3-sdk.ts')
  // It would print that later versions of it need a later Node. Operators do not choose its version.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const client = new sdk.S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    forcePathStyle: settings.pathStyle ?? settings.endpoint !== undefined,
    maxAttempts: ATTEMPTS,
    // Checksums in trailers are specific to Amazon; most compatible services reject or ignore them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: SILENT,
    requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
  })
  const { bucket, partBytes = DEFAULT_PART_BYTES } = settings
  return { sdk, client, bucket, partBytes, timeoutMs }
}
