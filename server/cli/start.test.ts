import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const server = fileURLToPath(new URL('..', import.meta.url))
const contract = resolve(server, '../contract')

/** Packages that take megabytes and tenths of a second to load, and that many nodes never need. */
const LATE = [
  '@aws-sdk/client-s3',
  'fontkit',
  'ioredis',
  'nodemailer',
  'pdfkit',
  'pg',
  'pinyin-pro',
  'prom-client',
  'rate-limiter-flexible',
  'sharp',
  'undici',
]

const IMPORTS = /^(?:import|export)\s(?!type\s)(?:[^'"`;]*?\sfrom\s)?'([^']+)'/gm

/** The packages that a file loads, with the import chain to each. */
function packagesOf(
  file: string,
  way: readonly string[],
  found: Map<string, string>,
  seen: Set<string>,
): void {
  if (seen.has(file)) return
  seen.add(file)
  const here = [...way, file.slice(server.length)]
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
    const path = name.startsWith('.')
      ? resolve(dirname(file), name)
      : name.replace(/^@inkstone\/contract/, contract)
    if (existsSync(path)) packagesOf(path, here, found, seen)
    else if (!found.has(name)) found.set(name, here.join(' -> '))
  }
}

test('a start loads no heavy library that is rarely needed', () => {
  const found = new Map<string, string>()
  for (const entry of ['main.ts', 'cli/serve.ts', 'service.ts', 'platform/sql/sqlite/engine.ts'])
    packagesOf(resolve(server, entry), [], found, new Set())
  expect([...found.keys()]).toContain('fastify')
  const early = LATE.filter((name) => found.has(name)).map((name) => `${found.get(name)} -> ${name}`)
  expect(early, 'import() these where they are used').toEqual([])
})
