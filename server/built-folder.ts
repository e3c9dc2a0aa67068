import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Files that the program is shipped with: beside the program as it was built, or where the sources have them. */
export function builtFolder(name: 'console' | 'theme'): string {
  const beside = fileURLToPath(new URL(name, import.meta.url))
  if (existsSync(beside)) return beside
  const source = name === 'theme' ? 'features/site/theme' : `dist/${name}`
  return fileURLToPath(new URL(source, import.meta.url))
}
