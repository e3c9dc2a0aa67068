/** A new item as it was sent. With the same key and values the server creates only one. */
export interface Creation<Form = Readonly<Record<string, unknown>>> {
  readonly key: string
  readonly values: Form
}

/** Unsaved text, stored in this browser. One entry for each open editor. */
export interface JournalEntry {
  /** The editor that wrote it: two tabs never overwrite each other. */
  readonly editor: string
  readonly user: number
  readonly site: number
  readonly kind: string
  /** 0: a new item without an id. */
  readonly id: number
  readonly values: Readonly<Record<string, unknown>>
  /** The server's version when it was opened. */
  readonly base: Readonly<Record<string, unknown>>
  /** Milliseconds. */
  readonly at: number
  /** Sent without a response yet: the server may have created the item. */
  readonly creation?: Creation | undefined
}

const NAME = 'inkstone.journal'
const STORE = 'entries'
const KEPT_MS = 60 * 24 * 60 * 60 * 1000

let opening: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'editor' })
    request.onsuccess = () => {
      const db = request.result
      // The browser may close the database, for example when data is cleared. The next use opens it again.
      db.onclose = () => (opening = undefined)
      resolve(db)
    }
    request.onerror = () => reject(request.error)
  })
  opening.catch(() => (opening = undefined))
  return opening
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const db = await database()
  return new Promise((resolve, reject) => {
    // Wait until it is on disk, so that it survives a crash or a power cut.
    const transaction = db.transaction(STORE, mode, { durability: 'strict' })
    const request = act(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

export const putEntry = (entry: JournalEntry) => withStore('readwrite', (store) => store.put(entry))
export const removeEntry = (editor: string) => withStore('readwrite', (store) => store.delete(editor))

/** The entries of one user and item. Removes those that are too old. */
export async function entriesOf(
  user: number,
  site: number,
  kind: string,
  id: number,
): Promise<readonly JournalEntry[]> {
  const every = await withStore<JournalEntry[]>('readonly', (store) => store.getAll())
  const oldest = Date.now() - KEPT_MS
  for (const { editor, at } of every) if (at < oldest) await removeEntry(editor)
  return every.filter(
    (entry) =>
      entry.user === user &&
      entry.site === site &&
      entry.kind === kind &&
      entry.id === id &&
      entry.at >= oldest,
  )
}
