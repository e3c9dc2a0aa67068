import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { changedFields } from './changed-fields.ts'
import { flushDelayed } from './delayed-changes.ts'
import { sentences } from './sentences.ts'

type Values = Readonly<Record<string, unknown>>

/** The props of a form field: value, change handler and error. */
export interface Bound<Value> {
  readonly value: Value
  readonly onChange: (next: Value) => void
  readonly error: string | undefined
}

export interface Fields<Form extends Values> {
  readonly values: Form
  /** The initial values. */
  readonly base: Form
  /** Whether any value has changed. */
  readonly dirty: boolean
  /** The errors of the server, by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The latest values, for code that runs while the user types. */
  now(): { readonly values: Form; readonly base: Form }
  set<Key extends keyof Form>(key: Key, value: Form[Key]): void
  /** Starts over with these values. */
  reset(values: Form): void
  /** After saving `sent`, `kept` becomes the base. Changes since then stay. */
  settle(sent: Form, kept: Form): void
  /**
   * Shows the server's errors at the fields and focuses the first. Returns false if there are errors that
   * belong to no field of the form and must be shown in another way.
   */
  refuse(error: unknown): boolean
  errorOf(key: keyof Form & string): string | undefined
  bind<Key extends keyof Form & string>(key: Key): Bound<Form[Key]>
  /** The same for inputs that report changes as events. */
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

/** Whether only this value has changed, so that parts that do not show it need no rendering. */
export function isSameBut<Form extends Values>(
  key: keyof Form,
  before: Fields<Form>,
  after: Fields<Form>,
): boolean {
  if (before.errors !== after.errors || before.base !== after.base) return false
  return Object.keys(changedFields(before.values, after.values)).every((changed) => changed === key)
}

interface State<Form> {
  readonly values: Form
  readonly base: Form
}

/** The state of a form. The server validates, and its errors are shown at the fields. */
export function useFields<Form extends Values>(initial: Form): Fields<Form> {
  const [state, setState] = useState({ values: initial, base: initial })
  const latest = useRef(state)
  const { values, base } = state
  const change = useCallback((make: (before: State<Form>) => State<Form>) => {
    latest.current = make(latest.current)
    setState(latest.current)
  }, [])
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})

  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const set = useCallback(
    <Key extends keyof Form>(key: Key, value: Form[Key]) => {
      change(({ values, base }) => ({ values: { ...values, [key]: value }, base }))
      setErrors((before) => {
        if (!(key in before)) return before
        const { [key as string]: _, ...others } = before
        return others
      })
    },
    [change],
  )
  const reset = useCallback(
    (next: Form) => {
      flushDelayed()
      change(() => ({ values: next, base: next }))
      setErrors({})
    },
    [change],
  )
  const settle = useCallback(
    (sent: Form, kept: Form) => {
      flushDelayed()
      change(({ values }) => ({ values: { ...kept, ...changedFields(sent, values) }, base: kept }))
      setErrors({})
    },
    [change],
  )
  const now = useCallback(() => {
    flushDelayed()
    return latest.current
  }, [])
  const errorOf = (key: string) => errors[key] && sentences(errors[key])

  return {
    values,
    base,
    dirty: Object.keys(changedFields(base, values)).length > 0,
    errors,
    now,
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
