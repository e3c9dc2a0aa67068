#!/usr/bin/env node
import { existsSync } from 'node:fs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Inkstone needs Node.js 20.19 or newer; this is ${process.version}. See https://nodejs.org\n`,
  )
  process.exit(1)
}

// The published package has no sources, only the built program.
if (existsSync(new URL('../main.ts', import.meta.url))) {
  const { ensureBuilt } = await import(new URL('../../scripts/build.mjs', import.meta.url).href)
  await ensureBuilt().catch((error) => {
    process.stderr.write(`Inkstone could not be built: ${error.message}\n`)
    process.exit(1)
  })
}
process.setSourceMapsEnabled(true)
await import(new URL('../dist/main.mjs', import.meta.url).href)
