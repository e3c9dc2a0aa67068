import { ApiError } from './api-error.ts'
import { isCreationOpen } from './autosave-rules.ts'
import type { Fields } from './fields.ts'
import type { Journal } from './journal.ts'
import { randomKey } from './random-key.ts'

/** The response to a creation. There is no ETag if an earlier request created it. */
export interface Created {
  readonly id: number
  readonly etag: string | undefined
}

/**
 * Creates an item once. After a lost response or a crash the same values are sent again with the same key; what was
 * typed since then stays in the form, as a change of the new item.
 */
export async function createOnce<Form extends Readonly<Record<string, unknown>>>(
  form: Pick<Fields<Form>, 'now' | 'settle'>,
  journal: Pick<Journal<Form>, 'creation' | 'begin' | 'created' | 'refused'>,
  send: (values: Form, key: string) => Promise<Created>,
): Promise<Created> {
  const creation = journal.creation() ?? { key: randomKey(), values: form.now().values }
  const { key, values } = creation
  await journal.begin(creation)
  try {
    const created = await send(values, key)
    form.settle(values, values)
    journal.created(created.id)
    return created
  } catch (error) {
    if (!(error instanceof ApiError && isCreationOpen(error))) journal.refused()
    throw error
  }
}
