import { inService, short } from '../../lib/times.ts'
import { type Dictionary, useListed, useWords } from '../../lib/words.tsx'
import { settingGroups } from '../settings/setting-groups.ts'
import { settingNames } from '../settings/setting-names.words.ts'
import { settingsWords } from '../settings/settings.words.ts'
import { tokenWords } from '../tokens/tokens.words.ts'
import { roleWords } from '../users/roles.words.ts'
import type { Entry } from './action-names.ts'
import { fieldWords, valueWords } from './changes.words.ts'
import { fieldsOf } from './entry-fields.ts'

interface Difference {
  readonly field: string
  /** Undefined if there is nothing to compare with. */
  readonly before: string | undefined
  readonly after: string | undefined
}

const controls = new Map(
  settingGroups.flatMap(({ settings }) => settings).map((setting) => [setting.name as string, setting.as]),
)
const FLAGS: ReadonlySet<string> = new Set([
  'allow_comment',
  'enabled',
  'is_hot',
  'is_recommend',
  'is_top',
  'is_vip',
  'show_in_nav',
  'working_copy',
])

/** A time, as programs read it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The changes of an entry, field by field, in words where there are any; only fields that differ. */
export function useDifferences(): (entry: Entry) => readonly Difference[] {
  const listed = useListed()
  const fieldName = useKnownWord(fieldWords)
  const settingName = useKnownWord(settingNames)
  const valueName = useKnownWord(valueWords)
  const choiceName = useKnownWord(settingsWords)
  const roleName = useKnownWord(roleWords)
  const scopeName = useKnownWord(tokenWords)
  const wordFor = (field: string, value: string, type: string) => {
    if (MOMENT.test(value)) return short(inService(Date.parse(value)))
    const control = controls.get(field)
    if (field === 'status') return valueName(`${type} ${value}`)
    if (field === 'role') return roleName(value)
    if (field === 'scope') return scopeName(value)
    if (control === 'choice') return choiceName(value)
    if (control === 'flag' || FLAGS.has(field)) return valueName(value === '1' ? 'true' : 'false')
    return valueName(`${field} ${value}`) ?? valueName(value)
  }
  return ({ before, after, target_type }) => {
    const shown = (field: string, value: string | undefined) =>
      value === undefined ? undefined : (wordFor(field, value, target_type) ?? value)
    const [old, now] = [fieldsOf(before, listed), fieldsOf(after, listed)]
    return [...new Set([...old.keys(), ...now.keys()])]
      .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
      .filter(({ before, after }) => (before ?? '') !== (after ?? ''))
      .map(({ field, before, after }) => ({
        field: fieldName(field) ?? settingName(field) ?? field,
        before: shown(field, before),
        after: shown(field, after),
      }))
  }
}

/** The word for a key, if the dictionary has it. */
function useKnownWord<Key extends string>(dictionary: Dictionary<Key>): (key: string) => string | undefined {
  const say = useWords(dictionary)
  return (key) => (Object.hasOwn(dictionary, key) ? say(key as Key) : undefined)
}
