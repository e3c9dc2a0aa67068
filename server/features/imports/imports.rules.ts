import { jobKind } from '../../platform/jobs/job-kind.ts'
import type { SafeFetch } from '../../platform/net/safe-fetch.ts'
import type { Zone } from '../../platform/times/times.ts'
import type { MediaOptions } from '../media/storing.actions.ts'

/** Takes in a file that was uploaded. */
export const runUploaded = jobKind<{ import_id: number; site_id: number }>('imports.run')

export interface ImportOptions {
  readonly media: MediaOptions
  readonly fetch: SafeFetch
  readonly zone: Zone
  /** Where a job unpacks what it reads. */
  readonly folder: string
  readonly maxBytes: number
}

/** What an upload was asked to do, kept with the import until it is done. */
export interface UploadOptions {
  readonly storageKey: string
  readonly dryRun: boolean
  readonly fetch: boolean
  readonly authors: Readonly<Record<string, string>>
  /** Paths of categories over there, and those they have here. */
  readonly categories?: Readonly<Record<string, string>>
}

/** `old=new`, one in each line; undefined where a line is not like that. */
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
