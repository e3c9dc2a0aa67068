import { constants } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { builtFolder } from '../built-folder.ts'
import { themeFolder } from '../config.ts'
import { makeDataFolder } from '../open-database.ts'
import type { CommandCall } from './command.ts'

/** Copies the built-in theme for customisation. Existing files are kept. */
export async function ejectTheme(call: CommandCall): Promise<void> {
  const config = call.config()
  await makeDataFolder(config)
  const from = builtFolder('theme')
  const to = themeFolder(config)
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    const copied = await copyUnlessThere(join(from, name), join(to, name))
    call.print(`${copied ? 'copied' : 'kept  '} ${join(to, name)}\n`)
  }
}

async function copyUnlessThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
