import type { Created } from './creating.ts'
import type { Person } from './person-name.ts'

/** What the server stores of an article or page. */
export interface Kept<Form> {
  readonly id: number
  readonly etag: string | undefined
  readonly values: Form
  /** Who saved it, if the server tells it. */
  readonly editor?: Person | undefined
}

/** How it is created, updated and read. */
export interface Remote<Form> {
  /** The same key twice creates only one. */
  create(values: Form, key: string): Promise<Created>
  /** Updates the version with this ETag, or without one any version. Returns the new ETag. */
  update(id: number, changes: Partial<Form>, etag: string | undefined): Promise<string | undefined>
  /** Undefined if it could not be read. */
  read(id: number): Promise<Kept<Form> | undefined>
  /** Whether the server waits for a save although nothing is changed. */
  isSaveNeeded?(): boolean
  /** Who saved it last, for a conflict, if `read` does not tell it. */
  editor?(id: number): Promise<Person | undefined>
}
