import type { Readable } from 'node:stream'

/** Both ends are included, as in an HTTP range. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredObject {
  key: string
  size: number
  modifiedAt: Date
}

export interface OpenedObject {
  /** Whoever opens it reads it to the end or destroys it: it holds a file or a connection. */
  stream: Readable
  /** Of the whole object, also when a range was asked for. */
  size: number
}

/**
 * Where bytes are kept. A key, once put, is either wholly there or not there at all. Every method may throw
 * StorageUnavailable; an absent key is an answer, not an error.
 */
export interface Storage {
  put(key: string, sourceFilePath: string, options: { contentType: string }): Promise<void>
  open(key: string, range?: ByteRange): Promise<OpenedObject | undefined>
  /** Writes it to a new file; false, and no file, when the key is absent. */
  copyOut(key: string, targetFilePath: string): Promise<boolean>
  size(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** In no promised order. The prefix is of the text of the key, not of a folder. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Writes, reads and removes a probe. */
  check(): Promise<void>
}

export type StorageFault =
  | 'no-space'
  | 'denied'
  | 'bucket-missing'
  | 'unreachable'
  | 'timed-out'
  | 'source-missing'
  | 'failed'

export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  readonly fault: StorageFault

  constructor(fault: StorageFault, action: string, cause: unknown) {
    super(`storage cannot ${action}: ${fault}`, { cause })
    this.fault = fault
  }
}

const KEY_MAX_LENGTH = 512
const KEY = /^[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*$/

/**
 * Keys are made by us, never by a client: a bad one is a mistake in the code. Lower case only, so that two keys
 * never meet on a file system that ignores case; no segment begins with a dot.
 */
export function assertStorageKey(key: string): void {
  if (key.length > KEY_MAX_LENGTH || !KEY.test(key)) throw new TypeError('not a storage key')
}

export function assertByteRange(range: ByteRange): void {
  const { start, end } = range
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new RangeError('not a byte range')
}
