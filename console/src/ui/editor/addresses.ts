/** Completes a typed address: `example.com` is a host, not a relative path. */
export function addressFrom(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^(https?:|mailto:|tel:|\/|#|\?)/i.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,}(?::\d+)?(?:[/?#].*)?$/iu.test(text))
    return `https://${text}`
  return text
}

/** Pictures on the user's own computer, which no reader can see. */
export const isLocalAddress = (address: string) =>
  /^(file|blob|cid|ms-appdata|about|x-apple[\w-]*):|^[a-z]:\\/i.test(address)
