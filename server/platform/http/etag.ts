import { hash } from 'node:crypto'

/**
 * Tags are weak, because the timestamp of the envelope is not part of them. If the item has a version, the tag starts
 * with it: a view counter changes the body and the tag, but must not make a save fail.
 */
export function etagOf(json: string | Buffer, version?: number | undefined): string {
  return etagWith(hashOf(json), version)
}

export function etagWith(hash: string, version?: number | undefined): string {
  return version === undefined ? `W/"${hash}"` : `W/"v${version}-${hash}"`
}

export function hashOf(text: string | Buffer): string {
  return hash('sha1', text, 'base64url').slice(0, 22)
}

export function matchesNone(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true
  // The form of a client with one tag, which is nearly every client.
  if (header === etag) return false
  return !tagsIn(header).some((tag) => tag === '*' || opaque(tag) === opaque(etag))
}

/** Whether a change is allowed: the client has the current version. */
export function matchesState(header: string, etag: string): boolean {
  const standing = stateOf(opaque(etag))
  return tagsIn(header).some((tag) => tag === '*' || stateOf(opaque(tag)) === standing)
}

/** The same if only the version is known. */
export function matchesVersion(header: string, version: number): boolean {
  return matchesState(header, versionTag(version))
}

/** A tag for If-Match only: it names the version, not the body. */
export function versionTag(version: number): string {
  return `"v${version}-"`
}

function tagsIn(header: string): string[] {
  return header
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

function opaque(tag: string): string {
  return tag.replace(/^W\//i, '').replace(/^"|"$/g, '')
}

function stateOf(tag: string): string {
  return /^v\d+(?=-)/.exec(tag)?.[0] ?? tag
}
