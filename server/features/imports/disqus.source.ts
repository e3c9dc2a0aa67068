import { stat } from 'node:fs/promises'
import { readXml, XmlUnreadable } from '../../platform/texts/xml-stream.ts'
import { addressesOf } from './comment-addresses.rules.ts'
import { commentText } from './comment-text.rules.ts'
import type { ImportedComment, Item } from './items.ts'
import { SourceUnreadable } from './unreadable.ts'

/** The comments of a Disqus export, in which threads come before comments. */
export async function* disqusItems(
  file: string,
  name: string,
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<Item> {
  const { size } = await stat(file)
  const lost = new Map<string, number>()
  const lose = (what: string) => void lost.set(what, (lost.get(what) ?? 0) + 1)
  const visitor = createVisitor(lose)
  const losses: Item[] = []
  let count = 0
  try {
    const reading = {
      onBytes: (bytes: number) => onProgress(bytes, size),
      onFault: (fault: string) =>
        void losses.push({
          kind: 'loss',
          where: name,
          what: `the file is malformed (${fault}): only the readable part was imported`,
        }),
    }
    for await (const comment of readXml(file, visitor, reading)) {
      count += 1
      yield comment
    }
  } catch (error) {
    if (!(error instanceof XmlUnreadable)) throw error
    throw new SourceUnreadable(`${name} is not a Disqus export: ${error.message}.`)
  }
  if (count === 0 && !visitor.isDisqus()) throw new SourceUnreadable(`${name} is not a Disqus export.`)
  yield* losses
  for (const [what, times] of lost) yield { kind: 'loss', where: name, what: `${what} (${times})` }
}

function createVisitor(lose: (what: string) => void) {
  const threads = new Map<string, string>()
  const path: string[] = []
  let found: ImportedComment[] = []
  let isDisqus = false
  let fields = new Map<string, string>()
  let id = ''

  return {
    isDisqus: () => isDisqus,
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      path.push(name)
      if (name === 'disqus') isDisqus = true
      if (path.length === 2) {
        fields = new Map()
        id = attributes['dsq:id'] ?? ''
      } else if (path.length === 3 && attributes['dsq:id'] !== undefined)
        fields.set(`${name} id`, attributes['dsq:id'])
    },
    close(name: string, text: string): void {
      path.pop()
      if (path.length === 1 && name === 'thread') {
        threads.set(id, fields.get('link') || fields.get('id') || '')
        if (fields.get('isClosed') === 'true') lose('closed discussions are open here')
      } else if (path.length === 1 && name === 'post') {
        const comment = commentOf(id, fields, threads)
        if (comment) found.push(comment)
        else lose('empty comments are skipped')
      } else if (path.length >= 2) fields.set(path.slice(2).concat(name).join('/'), text.trim())
    },
    take(): ImportedComment[] {
      const taken = found
      found = []
      return taken
    },
  }
}

function commentOf(
  id: string,
  fields: ReadonlyMap<string, string>,
  threads: ReadonlyMap<string, string>,
): ImportedComment | undefined {
  const content = commentText(fields.get('message') ?? '')
  if (content === '') return undefined
  const address = threads.get(fields.get('thread id') ?? '') ?? ''
  const parent = fields.get('parent id')
  const createdAt = Date.parse(fields.get('createdAt') ?? '')
  return {
    kind: 'comment',
    origin: `disqus ${id}`,
    where: address,
    subject: { addresses: addressesOf(address) },
    parent: parent === undefined ? undefined : `disqus ${parent}`,
    author: undefined,
    nickname: fields.get('author/name') ?? '',
    email: fields.get('author/email') ?? '',
    ip: fields.get('ipAddress') ?? '',
    content,
    status: fields.get('isSpam') === 'true' ? 3 : fields.get('isApproved') === 'false' ? 0 : 1,
    createdAt: Number.isNaN(createdAt) ? undefined : createdAt,
    likes: 0,
    trashed: fields.get('isDeleted') === 'true',
  }
}
