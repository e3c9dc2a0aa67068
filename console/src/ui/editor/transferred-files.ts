interface Transferred {
  readonly files: readonly File[]
  /** Whether there was a folder too. Browsers offer it as a file that cannot be read. */
  readonly hasFolder: boolean
}

type Item = Pick<DataTransferItem, 'kind' | 'getAsFile' | 'webkitGetAsEntry'>

export function droppedFiles(items: Iterable<Item>): Transferred {
  const all = [...items].filter(({ kind }) => kind === 'file')
  const files = all.filter((item) => !item.webkitGetAsEntry()?.isDirectory)
  return {
    files: files.flatMap((item) => item.getAsFile() ?? []),
    hasFolder: files.length < all.length,
  }
}

/** Whether a pasted text is empty or only names the files beside it. File managers copy names or paths with the files. */
export function isOnlyNames(text: string, files: readonly Pick<File, 'name'>[]): boolean {
  const names = new Set(files.map(({ name }) => name.normalize()))
  return text
    .split('\n')
    .map((line) => line.trim())
    .every((line) => line === '' || names.has(line.normalize()) || names.has(lastPartOf(line)))
}

/** Of a path or a `file:` URL. Empty for other text. */
function lastPartOf(line: string): string {
  if (!/^(\/|[a-z]:\\|file:\/\/)/i.test(line)) return ''
  const part = line.split(/[/\\]/).at(-1) ?? ''
  return (line.startsWith('file:') ? decoded(part) : part).normalize()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
