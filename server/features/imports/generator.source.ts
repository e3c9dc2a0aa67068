import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { type Matter, readYaml } from './front-matter.rules.ts'
import { type GeneratorSite, rootOf, siteOf } from './generator.rules.ts'
import type { Loss } from './items.ts'

const MAX_FILE_BYTES = 1024 * 1024
const HUGO_FILES = ['', 'config/_default/'].flatMap((folder) =>
  ['hugo', 'config'].flatMap((name) =>
    ['toml', 'yaml', 'yml', 'json'].map((ending) => `${folder}${name}.${ending}`),
  ),
)
const OTHER_FILES = ['_config.yml', '_config.yaml']

/** The site generator of a folder, with what its configuration says about URLs. */
export async function readGeneratorSite(
  folder: string,
  paths: readonly string[],
): Promise<{ site: GeneratorSite; losses: Loss[] }> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(
    ({ name }) => !name.startsWith('.') && name !== '__MACOSX',
  )
  const root = rootOf(
    entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    entries.filter((entry) => entry.isFile()).map(({ name }) => name),
  )
  const losses: Loss[] = []
  const hugo = await firstOf(folder, root, HUGO_FILES, losses)
  const other = await firstOf(folder, root, OTHER_FILES, losses)
  return { site: siteOf(root, paths, hugo, other), losses }
}

async function firstOf(
  folder: string,
  root: string,
  names: readonly string[],
  losses: Loss[],
): Promise<Matter | undefined> {
  for (const name of names) {
    const file = join(folder, root, name)
    const found = await lstat(file).catch(() => undefined)
    if (!found?.isFile() || found.size > MAX_FILE_BYTES) continue
    try {
      const text = await readFile(file, 'utf8')
      const read: unknown = name.endsWith('.toml') ? parseToml(text) : readYaml(text)
      return typeof read === 'object' && read !== null ? (read as Matter) : {}
    } catch {
      losses.push({ where: `${root}${name}`, what: 'it cannot be read' })
      return undefined
    }
  }
  return undefined
}
