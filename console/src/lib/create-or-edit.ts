import type { AnswerOf, Endpoint } from '@inkstone/contract/endpoint.ts'
import { useEffect } from 'react'
import type { Input } from './api.ts'
import { changedFields } from './changed-fields.ts'
import type { Fields } from './fields.ts'
import { useAction, useAnswer } from './requests.ts'

type Values = Readonly<Record<string, unknown>>

/** The id of what a form edits, or `new`. */
export type Edited = number | 'new'

/** One form that creates, or edits what is there. An edit sends only what was changed. */
export function useCreateOrEdit<Form extends Values, Create extends Endpoint, Update extends Endpoint>(
  edited: Edited,
  form: Fields<Form>,
  {
    create,
    update,
    touches,
    texts,
    onCreated,
    onUpdated,
  }: {
    create: Create
    update: Update
    touches: readonly string[]
    texts: { readonly created: string; readonly saved: string }
    onCreated: (answer: AnswerOf<Create>) => void
    onUpdated: (answer: AnswerOf<Update>) => void
  },
) {
  const creating = useAction(create, { touches, form, done: texts.created, onDone: onCreated })
  const updating = useAction(update, { touches, form, done: texts.saved, onDone: onUpdated })
  return {
    isNew: edited === 'new',
    busy: creating.isPending || updating.isPending,
    /** `created` is the body of a new one, where that is not simply all values. */
    save(values: Form = form.values, created: object = values): void {
      if (edited === 'new') creating.mutate({ body: created } as Input<Create>)
      else
        updating.mutate({
          params: { id: edited },
          body: changedFields(form.base, values),
        } as object as Input<Update>)
    },
  }
}

/** Reads what is edited into the form. A new one needs no reading. */
export function useReadInto<Form extends Values, E extends Endpoint>(
  endpoint: E,
  edited: Edited,
  { base, reset }: Fields<Form>,
) {
  const id = edited === 'new' ? 0 : edited
  const answer = useAnswer(endpoint, { params: { id } } as object as Input<E>, { enabled: edited !== 'new' })
  const data = answer.data as (Form & { readonly id: number }) | undefined
  // While another one is loading, the data is still that of the previous one.
  const read = data?.id === edited ? data : undefined
  const names = Object.keys(base).join()
  useEffect(() => {
    if (read) reset(Object.fromEntries(names.split(',').map((name) => [name, read[name]])) as Form)
  }, [read, names, reset])
  return edited === 'new' ? { ...answer, data: base } : { ...answer, data: read }
}
