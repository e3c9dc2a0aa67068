import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Files shipped with the program: next to the built program, or in the sources. */
export function builtFolder(name: 'console' | 'theme'): string {
  const beside = fileURLToPath(new URL(name, import.meta.url))
  if (existsSync(beside)) return beside
  const source = name === 'theme' ? 'features/site/theme' : `dist/${name}`
  return fileURLToPath(new URL(source, import.meta.url))
}
