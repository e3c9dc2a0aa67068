import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ImportKind } from '@inkstone/contract/imports.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../database.ts'
import type { MediaSource } from '../features/imports/files.actions.ts'
import type { Report } from '../features/imports/items.ts'
import { type Mappings, mappingIssues } from '../features/imports/mappings.actions.ts'
import { runImport } from '../features/imports/running.actions.ts'
import { openSource } from '../features/imports/sources.ts'
import { undoImport } from '../features/imports/undo.actions.ts'
import { SourceUnreadable } from '../features/imports/unreadable.ts'
import type { Uploading } from '../features/media/storing.actions.ts'
import { FIRST_SITE, resolveSite } from '../features/sites/sites.actions.ts'
import { firstAdmin } from '../features/users/users.actions.ts'
import { systemActor } from '../platform/core/actor.ts'
import { issueText, Problem } from '../platform/core/problem.ts'
import { parseCidrList } from '../platform/net/addresses.ts'
import { createSafeFetch } from '../platform/net/safe-fetch.ts'
import { createZone } from '../platform/times/times.ts'
import { mediaOptions } from '../service.ts'
import { openStorage } from '../storages.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import {
  importFilesText,
  requireNewFile,
  requireWritableFolder,
  writeImportFiles,
  writeReport,
} from './import-files.ts'
import { type Progress, startProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

const EXAMPLES = 20

/** Imports an export of another service, also while the service is running. */
export async function importCommand(call: CommandCall, kind: ImportKind): Promise<void> {
  const path = await existing(call.operands[0] ?? '', kind === 'markdown' ? 'folder' : 'file')
  const media = await mediaOf(call.option('media'), kind === 'markdown' ? path : undefined)
  const authors = await mappingOf(call, 'authors', 'old=user')
  const categories = await mappingOf(call, 'categories', 'old=new')
  const reportFile = call.option('report')
  if (reportFile !== undefined) await requireNewFile(reportFile)
  if (!call.flag('dry-run')) await requireWritableFolder()
  const config = call.config()
  await withDatabase(config, async (engine) => {
    const uploading = await uploadingFor(call, engine, config)
    await requireTargets(engine, { authors, categories, membersOf: undefined })
    let progress: Progress | undefined
    const report = await orUnreadable(async () =>
      runImport(
        {
          uploading,
          source: await openSource(kind, path, createZone(config.timezone)),
          dryRun: call.flag('dry-run'),
          update: kind === 'markdown' && call.flag('update'),
          media,
          fetch: createSafeFetch({ allow: parseCidrList(config.importAllow.join(',')) }),
          authors,
          categories,
          membersOf: undefined,
          onProgress: ({ done, total, unit }) => {
            progress ??= startProgress(call, total, unit)
            progress.show(done)
          },
        },
        (report) => writeImportFiles(uploading, report),
      ),
    )
    progress?.end()
    call.print(summaryOf(report))
    if (reportFile !== undefined) await writeReport(reportFile, report)
    if (!report.dry_run) call.print(importFilesText(report))
  })
}

async function orUnreadable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SourceUnreadable ? new CommandFailed(error.message) : error
  }
}

async function existing(given: string, wanted: 'file' | 'folder'): Promise<string> {
  const path = resolve(given)
  const found = await stat(path).catch(() => undefined)
  if (wanted === 'folder' ? !found?.isDirectory() : !found?.isFile())
    throw new CommandFailed(`${path} is not a ${wanted}.`)
  return realpath(path)
}

/** `fetch`, `skip` or a folder; by default the folder of the texts, or their URLs. */
async function mediaOf(given: string | undefined, own: string | undefined): Promise<MediaSource> {
  if (given === 'skip') return { fetch: false }
  if (given === 'fetch') return { fetch: true, folder: own }
  if (given === undefined) return own === undefined ? { fetch: true } : { fetch: false, folder: own }
  const folder = resolve(given)
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new CommandFailed(`--media: ${folder} is not a folder; use fetch, skip or a folder.`)
  return { fetch: false, folder }
}

/** Moves everything an import created to the recycle bin. */
export async function undoImportCommand(call: CommandCall): Promise<void> {
  const [id = ''] = call.operands
  if (!/^\d{1,15}$/.test(id))
    throw new CommandFailed(`ID: invalid value "${id}"; use the number of an import.`)
  const config = call.config()
  const done = await withDatabase(config, async (engine) =>
    undoImport(await uploadingFor(call, engine, config), Number(id)),
  )
  if (!done) throw new CommandFailed(`Import ${id} does not exist on this site.`)
  call.print(`${done.undone} items were moved to the recycle bin.\n`)
  if (done.kept === 1) call.print('1 text that it updated keeps the update. Its former text is a revision.\n')
  if (done.kept > 1)
    call.print(`${done.kept} texts that it updated keep the update. Their former texts are revisions.\n`)
}

async function uploadingFor(call: CommandCall, engine: Engine, config: Config): Promise<Uploading> {
  const userId = await firstAdmin(engine.db)
  if (userId === undefined)
    throw new CommandFailed('There is no administrator yet. Start the service once first.')
  const named = call.option('site') ?? String(FIRST_SITE)
  const site = await resolveSite(engine.db, named, undefined).catch((error: unknown) => {
    throw error instanceof Problem ? new CommandFailed(`--site: site ${named} does not exist.`) : error
  })
  const media = mediaOptions(config, await openStorage(config))
  return { engine, media, actor: { ...systemActor(site), userId }, origin: '', quiet: true }
}

/** `old=new` pairs, also separated by commas, or a CSV file of such pairs. */
async function mappingOf(
  call: CommandCall,
  option: 'authors' | 'categories',
  form: string,
): Promise<Map<string, string>> {
  const mapped = new Map<string, string>()
  for (const each of call.options(option)) {
    const lines = each.includes('=')
      ? each.split(',').map((pair) => pair.replace('=', ','))
      : (await fileOf(each, option)).split(/\r?\n/)
    for (const line of lines) {
      if (line.trim() === '') continue
      const [old = '', user = '', ...rest] = line
        .split(',')
        .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
      if (old === '' || user === '' || rest.length > 0)
        throw new CommandFailed(`--${option}: use ${form}, or a CSV file with two columns.`)
      mapped.set(old, user)
    }
  }
  return mapped
}

async function requireTargets(engine: Engine, mappings: Mappings): Promise<void> {
  for (const [option, issues] of await mappingIssues(engine.db, mappings))
    throw new CommandFailed(`--${option}: ${issues.map((issue) => issueText(issue, 'en')).join(' ')}`)
}

async function fileOf(path: string, option: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CommandFailed(`--${option}: ${path} cannot be read.`)
  })
}

function summaryOf(report: Report): string {
  const { dry_run, found, articles, pages, comments, categories, tags, files } = report
  const { already_there, updated, updated_texts, authors, losses, losses_total } = report
  const lines = [
    `${dry_run ? 'Would import' : 'Imported'} ${articles + pages} of ${found} texts: ${articles} articles, ${pages} pages; ${already_there} already existed.`,
    `With them: ${comments} comments, ${files} files, ${categories} categories, ${tags} tags.`,
    ...(updated > 0
      ? [`${dry_run ? 'Would be updated' : 'Updated'} because their files changed (${updated}):`]
      : []),
    ...updated_texts.slice(0, EXAMPLES).map((path) => `  ${path}`),
    ...(updated > EXAMPLES ? [`  and ${updated - EXAMPLES} more`] : []),
    ...(authors.length > 0 ? [`New disabled users: ${authors.join(', ')}`] : []),
    ...(losses_total > 0 ? [`Not imported, or not exactly (${losses_total}):`] : []),
    ...losses.slice(0, EXAMPLES).map(({ where, what }) => `  ${where}: ${what}`),
    ...(losses_total > EXAMPLES
      ? [`  and ${losses_total - EXAMPLES} more${dry_run ? ': --report FILE lists them' : ''}`]
      : []),
  ]
  return `${lines.join('\n')}\n`
}
