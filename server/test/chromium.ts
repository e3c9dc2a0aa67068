import { type Browser, chromium } from 'playwright-core'

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function chromiumPath(): string {
  const executablePath = process.env.TEST_CHROMIUM
  if (executablePath === undefined) throw new Error('TEST_CHROMIUM must say where Chromium is')
  return executablePath
}

let launched: Promise<Browser> | undefined

/** The browser of all test files of this process, which share no context. It ends with the process. */
export function sharedChromium(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS })
  return launched
}
