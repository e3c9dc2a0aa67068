import { useCallback, useEffect, useState } from 'react'
import { ApiError } from './api.ts'

type Values = Readonly<Record<string, unknown>>

/** What a field of a form needs: its value, how to change it, and what the server said of it. */
export interface Bound<Value> {
  readonly value: Value
  readonly onChange: (next: Value) => void
  readonly error: string | undefined
}

export interface Fields<Form extends Values> {
  readonly values: Form
  /** What it began with. */
  readonly base: Form
  /** Whether it says anything else than it began with. */
  readonly dirty: boolean
  set<Key extends keyof Form>(key: Key, value: Form[Key]): void
  /** Begins anew from these. */
  reset(values: Form): void
  /** What was sent is kept as `kept`; what was written since stays written. */
  settle(sent: Form, kept: Form): void
  /**
   * Shows at the fields what the server refused, and brings the first of them into sight. True where that says it all:
   * what concerns no field of the form has to be told otherwise.
   */
  refuse(error: unknown): boolean
  errorOf(key: keyof Form & string): string | undefined
  bind<Key extends keyof Form & string>(key: Key): Bound<Form[Key]>
  /** The same for what reports a change as an event. */
  text<Key extends keyof Form & string>(
    key: Key,
  ): {
    value: string
    onChange: (event: { currentTarget: { value: string } }) => void
    error: string | undefined
    'aria-invalid': boolean
  }
  flag<Key extends keyof Form & string>(
    key: Key,
  ): { checked: boolean; onChange: (event: { currentTarget: { checked: boolean } }) => void }
}

/** The state of a form. The rules are the server's: it answers by field, and the answer stands at the field. */
export function useFields<Form extends Values>(initial: Form): Fields<Form> {
  const [values, setValues] = useState(initial)
  const [base, setBase] = useState(initial)
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})

  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const set = useCallback(<Key extends keyof Form>(key: Key, value: Form[Key]) => {
    setValues((before) => ({ ...before, [key]: value }))
    setErrors(({ [key as string]: _, ...others }) => others)
  }, [])
  const reset = useCallback((next: Form) => {
    setValues(next)
    setBase(next)
    setErrors({})
  }, [])
  const settle = useCallback((sent: Form, kept: Form) => {
    setValues((now) => ({ ...kept, ...changedFields(sent, now) }))
    setBase(kept)
    setErrors({})
  }, [])
  const errorOf = (key: string) => errors[key]?.join(' ')

  return {
    values,
    base,
    dirty: Object.keys(changedFields(base, values)).length > 0,
    set,
    reset,
    settle,
    refuse(error) {
      if (!(error instanceof ApiError)) return false
      setErrors(error.fields)
      setRefusals((before) => before + 1)
      const named = Object.keys(error.fields)
      return named.length > 0 && named.every((field) => field in values)
    },
    errorOf,
    bind: (key) => ({ value: values[key], onChange: (next) => set(key, next), error: errorOf(key) }),
    text: (key) => ({
      value: String(values[key] ?? ''),
      onChange: ({ currentTarget }) => set(key, currentTarget.value as Form[typeof key]),
      error: errorOf(key),
      'aria-invalid': errorOf(key) !== undefined,
    }),
    flag: (key) => ({
      checked: values[key] === 1 || values[key] === true,
      onChange: ({ currentTarget }) => set(key, (currentTarget.checked ? 1 : 0) as Form[typeof key]),
    }),
  }
}

/** Only what somebody changed is sent: what another changed meanwhile stays as they left it. */
export function changedFields<Form extends object>(before: Form, after: Form): Partial<Form> {
  const changed = Object.entries(after).filter(([key, value]) => !isSame(value, before[key as keyof Form]))
  return Object.fromEntries(changed) as Partial<Form>
}

const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
