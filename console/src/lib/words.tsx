import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/**
 * English and Chinese side by side, so that neither is forgotten. `{name}` is a value, `{n|place|places}` the
 * form that fits a number.
 */
type Pair = readonly [en: string, zh: string]
export type Dictionary<Key extends string> = Readonly<Record<Key, Pair>>

export function words<const Key extends string>(dictionary: Dictionary<Key>): Dictionary<Key> {
  return dictionary
}

const KEPT_AS = 'inkstone.language'

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS)
  const wanted = kept ?? navigator.language
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

let current = firstLanguage()
document.documentElement.lang = current

/** For code outside components, such as requests. */
export const currentLanguage = (): Language => current

interface Chosen {
  readonly language: Language
  choose(language: Language): void
}

const Context = createContext<Chosen>({ language: current, choose: () => {} })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(current)
  const chosen = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        current = next
        localStorage.setItem(KEPT_AS, next)
        document.documentElement.lang = next
        setLanguage(next)
      },
    }),
    [language],
  )
  return <Context.Provider value={chosen}>{children}</Context.Provider>
}

export const useLanguage = () => useContext(Context)

export type Say<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string

function sayIn<Key extends string>(language: Language, dictionary: Dictionary<Key>): Say<Key> {
  const place = languages.indexOf(language)
  return (key, values = {}) =>
    (dictionary[key][place] ?? '')
      .replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name, one, many) =>
        Number(values[name]) === 1 ? one : many,
      )
      .replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
}

export function useWords<Key extends string>(dictionary: Dictionary<Key>): Say<Key> {
  const { language } = useLanguage()
  return useMemo(() => sayIn(language, dictionary), [language, dictionary])
}

/** Joins names as the language does. */
export function useListed(): (names: readonly string[]) => string {
  const { language } = useLanguage()
  return (names) => names.join(language === 'zh' ? '、' : ', ')
}
