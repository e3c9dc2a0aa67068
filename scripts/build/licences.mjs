// The licences of everything that is copied into the package: most of them require it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i
const PACKAGE_FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** One text: our licence, then that of each package that one of `files` belongs to. Paths are relative to `root`. */
export function licencesOf(root, files) {
  const folders = new Set(files.flatMap((file) => PACKAGE_FOLDER.exec(file.replaceAll('\\', '/'))?.[1] ?? []))
  const others = [...folders].sort().map((folder) => licenceOf(join(root, folder)))
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8')
  return [`Inkstone\n\n${ours}`, ...new Set(others)]
    .map((text) => text.trim())
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file) && existsSync(join(folder, file)))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${typeof license === 'string' ? license : 'see below'})`, ...texts].join(
    '\n\n',
  )
}
