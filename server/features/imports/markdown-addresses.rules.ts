import { normalize } from 'node:path/posix'
import { decoded, pathKey } from './address-keys.rules.ts'
import { type GeneratorSite, placeOf } from './generator.rules.ts'
import {
  encodedPath,
  expandedPath,
  type GeneratedFile,
  generatedPath,
  hasPattern,
} from './generator-urls.rules.ts'

/** The key of a text by its path in the folder or on the site. */
export function keyOfPath(path: string): string {
  return `markdown ${path.normalize('NFC').replace(/(?:\/(?:index\.html?)?|\.html?)$/i, '')}`
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * Where a file was on the web, with its keys in links: by its front matter, by the rules of the site generator, or else by
 * its path in the folder. `given` is the URL in its front matter, with the pattern replaced.
 */
export function addressesOf(file: GeneratedFile, stated: string | undefined, site: GeneratorSite) {
  const isPlain = stated !== undefined && !hasPattern(stated)
  const given = stated === undefined || isPlain ? stated : expandedPath(stated, file, site)
  const path = given ?? generatedPath(file, site)
  const place = placeOf(file.path, site)
  const inFolder = [
    keyOfPath(`/${file.path}`),
    // Hugo's own links begin in the folder of its content.
    ...(place?.generator === 'hugo' ? [keyOfPath(`/${place.path}`)] : []),
  ]
  if (path === undefined) return { given, address: `/${file.path}`, keys: inFolder }
  const whole = SCHEME.test(path) ? path : `${site.base}${path.replace(/^(?!\/)/, '/')}`
  const onSite = [whole, path]
  return {
    given,
    address: isPlain ? whole : encodedPath(whole),
    keys: [
      ...onSite.map((each) => keyOfPath(normalize(`/${isPlain ? decoded(each) : each}`))),
      ...inFolder,
      ...onSite.flatMap((each) => pathKey(each) ?? []),
    ],
  }
}
