import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sha256Hex } from '../../platform/secrets/secrets.ts'

export interface FileOrigin {
  readonly origin: string
  readonly sha256: string
}

const MAX_REMEMBERED = 5000

/** Reads what identifies files, each once: its bytes and its name. */
export function createFileOrigins(): (file: string) => Promise<FileOrigin> {
  const remembered = new Map<string, Promise<FileOrigin>>()
  return (file) => {
    const known = remembered.get(file)
    if (known) return known
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const origin = read(file)
    remembered.set(file, origin)
    return origin
  }
}

async function read(file: string): Promise<FileOrigin> {
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  return { sha256, origin: `file ${sha256} ${basename(file)}` }
}

export const originOfUrl = (url: string) => `url ${sha256Hex(url)}`
