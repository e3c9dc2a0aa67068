/** A character of GB 2312. In names and texts with Western letters two such bytes are hardly ever together. */
const CHINESE = /[\xb0-\xf7][\xa1-\xfe]/

/**
 * Decodes bytes that do not say their encoding: UTF-8, or that of Windows in Chinese (GBK, GB 18030). Undefined if they are
 * neither.
 */
export function decoderFor(parts: readonly Buffer[]): TextDecoder | undefined {
  if (readable('utf-8', parts)) return new TextDecoder('utf-8', { ignoreBOM: true })
  const isChinese = parts.some((bytes) => CHINESE.test(bytes.toString('latin1')))
  return isChinese && !isDamagedUtf8(parts) && readable('gb18030', parts)
    ? new TextDecoder('gb18030')
    : undefined
}

/** Some bytes of a text in UTF-8 may be damaged. Of one in another encoding, most are not UTF-8. */
function isDamagedUtf8(parts: readonly Buffer[]): boolean {
  const text = parts.map((bytes) => bytes.toString('utf8')).join('')
  const damaged = text.match(/\ufffd/g)?.length ?? 0
  const others = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
  return others > damaged
}

function readable(encoding: string, parts: readonly Buffer[]): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (const bytes of parts) decoder.decode(bytes)
    return true
  } catch {
    return false
  }
}
