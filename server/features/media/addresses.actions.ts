import type { Db } from '../../database.ts'
import { namesIn, publicNameIn, relative, relativeIn, relativeInMarkdown } from './addresses.rules.ts'
import { findByNames } from './named-media.store.ts'

/** The URL as it is stored: without its host if it is a file of ours. */
export async function relativeAddress(db: Db, address: string): Promise<string> {
  const name = publicNameIn(address)
  return name === undefined ? address : relative(address, await ownNames(db, [name]))
}

/** The same for fields that contain a URL, if they are given. */
export async function relativeFields<Fields extends object>(
  db: Db,
  fields: Fields,
  names: readonly (keyof Fields)[],
): Promise<Fields> {
  const kept = { ...fields }
  for (const name of names) {
    const address = fields[name]
    if (typeof address === 'string') Object.assign(kept, { [name]: await relativeAddress(db, address) })
  }
  return kept
}

/** Sanitised HTML as it is stored. */
export async function relativeContent(db: Db, html: string): Promise<string> {
  const names = namesIn(html)
  return names.length === 0 ? html : relativeIn(html, await ownNames(db, names))
}

/** The Markdown source of a text as it is stored. */
export async function relativeSource(db: Db, markdown: string): Promise<string> {
  const names = namesIn(markdown)
  return names.length === 0 ? markdown : relativeInMarkdown(markdown, await ownNames(db, names))
}

async function ownNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  return new Set((await findByNames(db, names)).map(({ name }) => name))
}
