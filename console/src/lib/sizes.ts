const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A readable number of bytes. */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const amount = bytes / 1024 ** step
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[step]}`
}
