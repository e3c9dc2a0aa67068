import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { prepareFile } from '../../platform/files/prepare.ts'
import { pathOf } from '../media/addresses.rules.ts'
import { keep, type Uploading } from '../media/keeping.actions.ts'
import { findItem, insertItem } from './imports.store.ts'

export interface FileTaking {
  readonly uploading: Uploading
  readonly importId: number
  /** Where files may be taken from, and nowhere else. */
  readonly root: string
}

/** The file that a relative address in a text leads to; undefined where it leads to none in the folder. */
export async function fileAt(root: string, fromPath: string, address: string): Promise<string | undefined> {
  const plain = decodedPath(address)
  if (plain === undefined) return undefined
  const candidates = plain.startsWith('/')
    ? [
        join(root, plain),
        join(root, 'static', plain),
        join(root, 'source', plain),
        join(root, 'public', plain),
      ]
    : [join(root, dirname(fromPath), plain), join(root, fromPath.replace(/\.[^./]+$/, ''), plain)]
  const inside = `${await realpath(root)}${sep}`
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch(() => undefined)
    if (real?.startsWith(inside) && (await stat(real)).isFile()) return real
  }
  return undefined
}

/** Undefined for what is no path: another scheme, another host, a place in the page. */
function decodedPath(address: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(address) || address.includes('\0')) return undefined
  const [path = ''] = address.split(/[?#]/)
  try {
    return path === '' ? undefined : decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Stores a file, unless an import did before, and gives its address here; or why it cannot be kept. */
export async function takeFile(
  { uploading, importId }: FileTaking,
  file: string,
): Promise<{ address: string; isNew: boolean } | { refused: string }> {
  const { engine, means, actor } = uploading
  const { size } = await stat(file)
  if (size > means.maxFileBytes) return { refused: 'it is too large' }
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  const origin = `file ${sha256} ${basename(file)}`
  const known = await findItem(engine.db, actor.siteId, origin)
  if (known !== undefined) {
    const row = await engine.db.selectFrom('media').select('name').where('id', '=', known).executeTakeFirst()
    if (row) return { address: pathOf(row.name), isNew: false }
  }
  const folder = join(means.folder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const path = join(folder, 'file')
    await copyFile(file, path)
    const received = { field: 'file', originalName: basename(file), path, size, sha256 }
    const prepared = await prepareFile(received)
    if ('refused' in prepared) return { refused: `it cannot be kept (${prepared.refused})` }
    const { shown } = await keep(uploading, {
      file: prepared,
      filename: received.originalName,
      key: undefined,
      show: ({ id, name }) => ({ id, name }),
    })
    await engine.transact((tx) =>
      insertItem(tx, { import_id: importId, site_id: actor.siteId, origin, type: 'media', ref_id: shown.id }),
    )
    return { address: pathOf(shown.name), isNew: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In parentheses, so that it stays when a text is split at it. */
const CODE = /(^(?:```|~~~)[^\n]*\n[\s\S]*?^(?:```|~~~)[`~]*[ \t]*$)/m
const ADDRESSES = [
  /(?<=\]\(\s*<?)[^)\s<>]+/g,
  /(?<=\s(?:src|href|poster)=")[^"]+/gi,
  /(?<=\s(?:src|href|poster)=')[^']+/gi,
  /(?<=^ {0,3}\[[^\]\n]+\]:[ \t]*<?)[^\s<>]+/gm,
]

/** Markdown with each address replaced by what `change` gives for it. Blocks of code stay as they are. */
export async function withAddresses(
  markdown: string,
  change: (address: string) => Promise<string>,
): Promise<string> {
  const changed: string[] = []
  for (const [at, text] of markdown.split(CODE).entries())
    changed.push(at % 2 === 1 ? text : await withAddressesIn(text, change))
  return changed.join('')
}

async function withAddressesIn(text: string, change: (address: string) => Promise<string>): Promise<string> {
  const found = new Set(ADDRESSES.flatMap((form) => [...text.matchAll(form)].map(([address]) => address)))
  const replaced = new Map<string, string>()
  for (const address of found) replaced.set(address, await change(address))
  return ADDRESSES.reduce(
    (whole, form) => whole.replace(form, (address) => replaced.get(address) ?? address),
    text,
  )
}
