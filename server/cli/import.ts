import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Engine } from '../database.ts'
import { importMarkdown, undoImport } from '../features/imports/imports.actions.ts'
import type { Report } from '../features/imports/items.ts'
import type { Uploading } from '../features/media/keeping.actions.ts'
import { FIRST_SITE, resolveSite } from '../features/sites/sites.actions.ts'
import { systemActor } from '../platform/actor.ts'
import { Problem } from '../platform/problem.ts'
import { createZone } from '../platform/times.ts'
import { mediaMeans, openStorage } from '../service.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import { type Progress, startProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

const EXAMPLES = 20

/** Takes a folder of Markdown files in; a service that runs meanwhile goes on. */
export async function importMarkdownCommand(call: CommandCall): Promise<void> {
  const folder = resolve(call.operands[0] ?? '')
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new CommandFailed(`${folder} is no folder.`)
  const media = call.option('media') ?? 'own'
  if (media !== 'own' && media !== 'skip')
    throw new CommandFailed(`--media: got "${media}"; for Markdown it takes own or skip.`)
  const authors = await authorsOf(call.option('authors'))
  const config = call.config()
  const report = await withDatabase(config, async (engine) => {
    let progress: Progress | undefined
    const made = await importMarkdown({
      uploading: await uploadingFor(call, engine),
      folder,
      zone: createZone(config.timezone),
      dryRun: call.flag('dry-run'),
      files: media === 'own',
      authors,
      onProgress: (done, total) => {
        progress ??= startProgress(call, total, 'files')
        progress.show(done)
      },
    })
    progress?.end()
    return made
  })
  call.print(summaryOf(report))
  if (!report.dry_run) await writeReport(call, report)
}

/** Puts what an import took into the recycle bin. */
export async function undoImportCommand(call: CommandCall): Promise<void> {
  const [id = ''] = call.operands
  if (!/^\d{1,15}$/.test(id)) throw new CommandFailed(`ID: got "${id}"; it takes the number of an import.`)
  const count = await withDatabase(call.config(), async (engine) =>
    undoImport(await uploadingFor(call, engine), Number(id)),
  )
  if (count === undefined) throw new CommandFailed(`There is no import ${id} on this site.`)
  call.print(`${count} things are in the recycle bin.\n`)
}

async function uploadingFor(call: CommandCall, engine: Engine): Promise<Uploading> {
  const config = call.config()
  const named = call.option('site') ?? String(FIRST_SITE)
  const site = await resolveSite(engine.db, named, undefined).catch((error: unknown) => {
    throw error instanceof Problem ? new CommandFailed(`--site: there is no site ${named}.`) : error
  })
  const admin = await engine.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  if (!admin) throw new CommandFailed('There is no administrator yet: start the service once.')
  const means = mediaMeans(config, await openStorage(config))
  return { engine, means, actor: { ...systemActor(site), userId: admin.id }, origin: '', quiet: true }
}

/** `old=user` with commas between, or a CSV file of such pairs. */
async function authorsOf(given: string | undefined): Promise<Map<string, string>> {
  if (given === undefined) return new Map()
  const text = given.includes('=')
    ? given.replaceAll('=', ',').split(',')
    : (await fileOf(given)).split(/[,\r\n]+/)
  const words = text.map((word) => word.trim()).filter((word) => word !== '')
  if (words.length % 2 === 1)
    throw new CommandFailed('--authors: takes old=user, or a CSV file with two columns.')
  return new Map(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])))
}

async function fileOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CommandFailed(`--authors: ${path} cannot be read.`)
  })
}

function summaryOf({ dry_run, found, articles, already_there, files, authors, losses }: Report): string {
  const lines = [
    `${dry_run ? 'Would take' : 'Took'} ${articles} of ${found} articles and ${files} files; ${already_there} were there already.`,
    ...(authors.length > 0 ? [`New authors, disabled: ${authors.join(', ')}`] : []),
    ...(losses.length > 0 ? [`${losses.length} things are not as they were:`] : []),
    ...losses.slice(0, EXAMPLES).map(({ where, what }) => `  ${where}: ${what}`),
    ...(losses.length > EXAMPLES ? [`  and ${losses.length - EXAMPLES} more`] : []),
  ]
  return `${lines.join('\n')}\n`
}

async function writeReport(call: CommandCall, report: Report): Promise<void> {
  const name = `import-${report.import_id}`
  await writeFile(`${name}.json`, `${JSON.stringify(report, undefined, 2)}\n`)
  const rows = [['from', 'to'], ...report.redirects.map(({ from, to }) => [from, to])]
  const csv = rows.map((row) => row.map((cell) => `"${(cell ?? '').replaceAll('"', '""')}"`).join(','))
  await writeFile(`${name}-redirects.csv`, `${csv.join('\r\n')}\r\n`)
  call.print(`Report: ${resolve(`${name}.json`)}\nRedirects: ${resolve(`${name}-redirects.csv`)}\n`)
  call.print(`To take it back: inkstone import undo ${report.import_id}\n`)
}
