import { equalConstantTime, hmacSha256 } from '../../platform/secrets/secrets.ts'

/** The content and expiry of a preview link. Nothing is stored: the link contains it, encrypted. */
export interface PreviewClaims {
  readonly siteId: number
  readonly articleId: number
  readonly of: 'article' | 'working_copy'
  readonly expiresAt: number
}

const FORM = /^(\d{1,15})\.(\d{1,15})\.([ac])\.(\d{1,13})\.([\w-]{43})$/

export function sealPreview(key: Buffer, { siteId, articleId, of, expiresAt }: PreviewClaims): string {
  const text = `${siteId}.${articleId}.${of === 'article' ? 'a' : 'c'}.${expiresAt}`
  return `${text}.${sealOf(key, text)}`
}

/** Undefined if the token is invalid or expired. */
export function openPreview(key: Buffer, token: string, now: number): PreviewClaims | undefined {
  const [, siteId, articleId, of, expiresAt, seal = ''] = FORM.exec(token) ?? []
  if (!siteId) return undefined
  const text = token.slice(0, token.lastIndexOf('.'))
  if (!equalConstantTime(seal, sealOf(key, text)) || Number(expiresAt) <= now) return undefined
  return {
    siteId: Number(siteId),
    articleId: Number(articleId),
    of: of === 'a' ? 'article' : 'working_copy',
    expiresAt: Number(expiresAt),
  }
}

function sealOf(key: Buffer, text: string): string {
  return hmacSha256(key, text).toString('base64url')
}

/** The URL of a preview: from the setting, or a page of the built-in website. */
export function previewAddress(
  pattern: string,
  base: string,
  { token, id, alias }: { token: string; id: number; alias: string },
): string {
  if (pattern === '') return `${base}/preview?token=${encodeURIComponent(token)}`
  const values = new Map([
    ['token', token],
    ['id', String(id)],
    ['alias', alias],
  ])
  return pattern.replace(/\{(token|id|alias)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  )
}
