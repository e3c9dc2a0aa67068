import type { FileNameRefusal } from '../file-names.ts'

export interface ReceiveLimits {
  /** Where files are stored while they are used. Each request has its own folder there. */
  folder: string
  maxFileBytes: number
  maxFiles: number
  /** The only fields that may contain files. Default: any. */
  fileFields?: readonly string[]
  maxFields?: number
  maxFieldBytes?: number
}

export interface ReceivedFile {
  field: string
  /** Cleaned by `cleanFileName`. */
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
  /** Files that were rejected. One file that is too large does not fail the others. */
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

/** The whole request failed, and none of its files is left. */
export class ReceiveError extends Error {
  override readonly name = 'ReceiveError'
  readonly fault: ReceiveFault
  /** The name of the file that was being read, if any. */
  readonly file: string | undefined

  constructor(fault: ReceiveFault, options: { cause?: unknown; file?: string | undefined } = {}) {
    super(`multipart request: ${fault}`, { cause: options.cause })
    this.fault = fault
    this.file = options.file
  }
}
