import type { FileNameRefusal } from '../file-names.ts'

export interface ReceiveLimits {
  /** Where files wait while they are used. Each request has a folder of its own in it. */
  folder: string
  maxFileBytes: number
  maxFiles: number
  /** The only fields that may carry files. Unset: any. */
  fileFields?: readonly string[]
  maxFields?: number
  maxFieldBytes?: number
}

export interface ReceivedFile {
  field: string
  /** Cleaned: see cleanFileName. */
  originalName: string
  path: string
  size: number
  /** In hexadecimal. */
  sha256: string
}

export interface UnreceivedFile {
  field: string
  originalName: string
  refused: FileNameRefusal | 'file-too-large' | 'unexpected-field'
}

export interface Reception {
  files: ReceivedFile[]
  /** The rest of the request stands: one file too large does not spoil a batch. */
  refused: UnreceivedFile[]
  fields: ReadonlyMap<string, string>
}

export type ReceiveFault =
  | 'not-multipart'
  | 'malformed-multipart'
  | 'too-many-files'
  | 'too-many-fields'
  | 'field-too-large'
  | 'request-too-large'
  | 'aborted'
  | 'no-space'

/** The request as a whole came to nothing; no file of it is left. */
export class ReceiveError extends Error {
  override readonly name = 'ReceiveError'
  readonly fault: ReceiveFault
  /** The name of the file that was being read, where there was one. */
  readonly file: string | undefined

  constructor(fault: ReceiveFault, options: { cause?: unknown; file?: string | undefined } = {}) {
    super(`multipart request: ${fault}`, { cause: options.cause })
    this.fault = fault
    this.file = options.file
  }
}
