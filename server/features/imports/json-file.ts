import { readFile, stat } from 'node:fs/promises'
import { SourceUnreadable } from './unreadable.ts'

const MAX_MB = 256

/** Reads a JSON file, or JSON Lines. */
export async function readJson(file: string, name: string): Promise<unknown> {
  const { size } = await stat(file)
  if (size > MAX_MB * 1024 * 1024) throw new SourceUnreadable(`${name} is larger than ${MAX_MB} MB.`)
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
  try {
    return JSON.parse(text)
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    try {
      return lines.map((line) => JSON.parse(line) as unknown)
    } catch {
      throw new SourceUnreadable(`${name} is not a JSON file.`)
    }
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first of these fields that contains a text or a number. */
export function textOf(object: JsonObject, ...names: string[]): string {
  for (const name of names) {
    const value = object[name]
    if (typeof value === 'string') return value.toWellFormed()
    if (typeof value === 'number') return String(value)
  }
  return ''
}

export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}
