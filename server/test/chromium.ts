import { type Browser, chromium } from 'playwright-core'

/**
 * Chromium reads only the last list, so this repeats those of Playwright that matter here. The last four save half of the
 * processor time of a new context: each had loaded two documents of the address bar, and started a process in advance.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

export const CHROMIUM_ARGUMENTS = [
  `--disable-features=${DISABLED_FEATURES.join()}`,
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
