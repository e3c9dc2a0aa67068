import { jobKind } from '../../platform/jobs/job-kind.ts'
import type { SafeFetch } from '../../platform/net/safe-fetch.ts'
import type { Zone } from '../../platform/times/times.ts'
import type { MediaOptions } from '../media/storing.actions.ts'

/** Imports an uploaded file. */
export const runUploaded = jobKind<{ import_id: number; site_id: number }>('imports.run')

export interface ImportOptions {
  readonly media: MediaOptions
  readonly fetch: SafeFetch
  readonly zone: Zone
  /** The working folder of import jobs. */
  readonly folder: string
  readonly maxBytes: number
}

/** The options of an upload, stored with the import until it is done. */
export interface UploadOptions {
  readonly storageKey: string
  readonly dryRun: boolean
  /** Whether texts change whose files changed. */
  readonly update?: boolean
  readonly fetch: boolean
  readonly authors: Readonly<Record<string, string>>
  /** Category paths in the source, and their paths here. */
  readonly categories?: Readonly<Record<string, string>>
  /** Whether only members of the site may become authors. */
  readonly onlyMembers?: boolean
}

/** Parses lines of `old=new`; undefined if a line is invalid. */
export function mappingIn(text: string): Record<string, string> | undefined {
  const mapped: [string, string][] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const at = line.lastIndexOf('=')
    const [old, user] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()]
    if (old === '' || user === '') return undefined
    mapped.push([old, user])
  }
  return Object.fromEntries(mapped)
}
