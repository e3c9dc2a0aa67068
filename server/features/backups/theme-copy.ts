import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { filesIn } from '../../platform/templates/folder.ts'
import type { BackupPlace } from './backups.rules.ts'
import { codeOf, copyDurably } from './file-copies.ts'
import type { Manifest } from './manifest.rules.ts'

/** In a backup of the database. */
const THEME_FOLDER = 'theme'

type ThemePlace = Pick<BackupPlace, 'theme'>

/** Copies the files of the theme that the service uses. */
export async function keepTheme({ theme }: ThemePlace, draft: string): Promise<void> {
  for (const name of filesIn(theme))
    await copyDurably(join(theme, name), join(draft, THEME_FOLDER, name)).catch((error) => {
      // It was removed in the meantime.
      if (codeOf(error) !== 'ENOENT') throw error
    })
}

/** Puts the theme of a backup where there is none. One that is there may be newer than the backup, and stays. */
export async function putTheme({ theme }: ThemePlace, source: string, { files }: Manifest): Promise<void> {
  const names = files
    .filter(({ path }) => path.startsWith(`${THEME_FOLDER}/`))
    .map(({ path }) => path.slice(THEME_FOLDER.length + 1))
  if (names.length === 0 || filesIn(theme).length > 0) return
  const draft = `${theme}.restoring`
  await rm(draft, { recursive: true, force: true })
  for (const name of names) await copyDurably(join(source, THEME_FOLDER, name), join(draft, name))
  await mkdir(theme, { recursive: true })
  for (const name of names) await rename(join(draft, name), join(theme, name))
  await rm(draft, { recursive: true })
}
