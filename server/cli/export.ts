import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lineFiles } from '../features/exports/lines-export.actions.ts'
import { siteFiles } from '../features/exports/site-export.actions.ts'
import { filesByName } from '../features/media/serving.actions.ts'
import { FIRST_SITE, resolveSite } from '../features/sites/sites.actions.ts'
import { systemActor } from '../platform/core/actor.ts'
import { Problem } from '../platform/core/problem.ts'
import type { ZipEntry } from '../platform/documents/zip.ts'
import { createZone } from '../platform/times/times.ts'
import { mediaOptions } from '../service.ts'
import { openStorage } from '../storages.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import { withDatabase } from './with-database.ts'

/** Exports a whole site to a folder, also while the service is running. */
export async function exportCommand(call: CommandCall): Promise<void> {
  const format = call.option('format') ?? 'markdown'
  if (format !== 'markdown' && format !== 'jsonl')
    throw new CommandFailed(`--format: invalid value "${format}"; use markdown or jsonl.`)
  const folder = resolve(call.operands[0] ?? '')
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new CommandFailed(`${folder} is not empty; an export needs an empty folder.`)
  const config = call.config()
  await withDatabase(config, async (engine) => {
    const { db } = engine
    const named = call.option('site') ?? String(FIRST_SITE)
    const site = await resolveSite(db, named, undefined).catch((error: unknown) => {
      throw error instanceof Problem ? new CommandFailed(`--site: site ${named} does not exist.`) : error
    })
    const actor = systemActor(site)
    const files = filesByName(engine, mediaOptions(config, await openStorage(config)))
    const { signal } = new AbortController()
    const counts = new Map<string, number>()
    const write = async (entries: AsyncIterable<ZipEntry>) => {
      for await (const entry of entries) {
        await writeEntry(folder, entry)
        const kind = dirname(entry.path)
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
      }
    }
    if (format === 'jsonl')
      await write(lineFiles(db, actor, { zone: createZone(config.timezone), files, signal }))
    else await write(siteFiles(db, actor, files, signal))
    const shown = [...counts].map(
      ([kind, count]) => `${count} in ${kind === '.' ? folder : join(folder, kind)}`,
    )
    call.print(`Files: ${shown.join(', ')}\n`)
  })
}

async function writeEntry(folder: string, { path, content }: ZipEntry): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  if (typeof content === 'string') await writeFile(file, content)
  else await pipeline(content, createWriteStream(file))
}
