import { useWords } from '../../lib/words.tsx'
import { settingGroups } from '../settings/setting-groups.ts'
import { settingNames } from '../settings/setting-names.words.ts'
import { settingsWords } from '../settings/settings.words.ts'
import type { Entry } from './action-names.ts'
import { fieldWords, valueWords } from './changes.words.ts'

interface Difference {
  readonly field: string
  /** Undefined if there is nothing to compare with. */
  readonly before: string | undefined
  readonly after: string | undefined
}

const controls = new Map(
  settingGroups.flatMap(({ settings }) => settings).map((setting) => [setting.name as string, setting.as]),
)

/** The changes of an entry, field by field, in words where there are any; only fields that differ. */
export function useDifferences(): (entry: Entry) => readonly Difference[] {
  const fieldName = useWords(fieldWords)
  const settingName = useWords(settingNames)
  const valueName = useWords(valueWords)
  const choiceName = useWords(settingsWords)
  const nameOf = (field: string) => {
    if (Object.hasOwn(fieldWords, field)) return fieldName(field as keyof typeof fieldWords)
    return Object.hasOwn(settingNames, field) ? settingName(field as keyof typeof settingNames) : field
  }
  return ({ before, after, target_type }) => {
    const shown = (field: string, value: string | undefined) => {
      const control = controls.get(field)
      if (control === 'choice' && Object.hasOwn(settingsWords, `${value}`))
        return choiceName(value as keyof typeof settingsWords)
      const subject = field === 'status' ? target_type : control === 'flag' ? 'enabled' : field
      const words = [`${subject} ${value}`, `${value}`]
      const known = words.find((word) => Object.hasOwn(valueWords, word))
      return known === undefined ? value : valueName(known as keyof typeof valueWords)
    }
    const [old, now] = [fieldsOf(before), fieldsOf(after)]
    return [...new Set([...old.keys(), ...now.keys()])]
      .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
      .filter(({ before, after }) => (before ?? '') !== (after ?? ''))
      .map(({ field, before, after }) => ({
        field: nameOf(field),
        before: shown(field, before),
        after: shown(field, after),
      }))
  }
}

function fieldsOf(state: unknown): ReadonlyMap<string, string> {
  if (state === null || state === undefined) return new Map()
  if (typeof state !== 'object' || Array.isArray(state)) return new Map([['', textOf(state)]])
  return new Map(Object.entries(state).map(([field, value]) => [field, textOf(value)]))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
