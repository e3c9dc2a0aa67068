import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Report } from '../features/imports/items.ts'
import { redirectsCsv } from '../features/imports/links.actions.ts'
import type { Uploading } from '../features/media/storing.actions.ts'
import { CommandFailed } from './command.ts'

/** Fails if the files of an import cannot be written to the working folder. Permissions do not tell, so it tries. */
export async function requireWritableFolder(): Promise<void> {
  const probe = resolve(`import-${randomUUID()}.tmp`)
  try {
    await writeFile(probe, '', { flag: 'wx' })
    await rm(probe)
  } catch (error) {
    throw new CommandFailed(
      `The report of the import cannot be written to ${resolve('.')} (${reasonOf(error)}). Run the command in a folder that you may write to.`,
    )
  }
}

/** Fails if the file of `--report` exists or cannot be written, before anything is imported. */
export async function requireNewFile(path: string): Promise<void> {
  try {
    await writeFile(resolve(path), '', { flag: 'wx' })
  } catch (error) {
    throw new CommandFailed(`--report: ${resolve(path)} cannot be created (${reasonOf(error)}).`)
  }
}

/** Writes the report with all its losses. */
export async function writeReport(path: string, report: Report): Promise<void> {
  await writeFile(resolve(path), `${JSON.stringify(report, undefined, 2)}\n`)
}

/** Writes the report and the redirects to the working folder. */
export async function writeImportFiles(uploading: Uploading, report: Report): Promise<void> {
  const { import_id } = report
  const { json, redirects } = filesOf(import_id)
  try {
    await writeReport(json, report)
    const csv = Readable.from(redirectsCsv({ uploading }, import_id))
    await pipeline(csv, createWriteStream(redirects))
  } catch (error) {
    if (!isOfFile(error)) throw error
    throw new CommandFailed(
      `Import ${import_id} is done, but ${error.path ?? json} cannot be written (${reasonOf(error)}). GET /api/imports/${import_id} returns the report, and GET /api/imports/${import_id}/redirects the redirects.`,
    )
  }
}

export function importFilesText({ import_id }: Report): string {
  const { json, redirects } = filesOf(import_id)
  return [
    `Report: ${json}`,
    `Redirects: ${redirects}`,
    `To undo it: inkstone import undo ${import_id}\n`,
  ].join('\n')
}

function filesOf(importId: number): { json: string; redirects: string } {
  return { json: resolve(`import-${importId}.json`), redirects: resolve(`import-${importId}-redirects.csv`) }
}

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function reasonOf(error: unknown): string {
  return isOfFile(error) ? (error.code ?? error.message) : String(error)
}
