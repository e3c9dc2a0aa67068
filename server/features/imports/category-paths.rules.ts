type Path = readonly string[]

/** Between the names of a path. */
const SEPARATOR = '\n'

/** The category of articles without one. */
export const UNCATEGORIZED: Path = ['Uncategorized']

export const keyOfPath = (path: Path): string => path.join(SEPARATOR)

/** The category path here: the category or its nearest mapped ancestor is replaced. */
export function mappedPath(mapped: ReadonlyMap<string, string>, path: Path): Path {
  if (mapped.size === 0) return path
  for (let length = path.length; length > 0; length--) {
    const target = mapped.get(path.slice(0, length).join('/'))
    if (target !== undefined) return [...target.split('/').map((name) => name.trim()), ...path.slice(length)]
  }
  return path
}

/** Content of deleted categories, given by their keys, goes to the nearest one above. */
export function livingPath(deleted: ReadonlySet<string>, path: Path): Path {
  let length = path.length
  while (length > 0 && deleted.has(keyOfPath(path.slice(0, length)))) length -= 1
  return length === 0 ? UNCATEGORIZED : path.slice(0, length)
}
