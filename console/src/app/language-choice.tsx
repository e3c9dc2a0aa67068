import { SegmentedControl } from '@mantine/core'
import { languages, useLanguage, useWords } from '../lib/words.tsx'
import { appWords } from './app.words.ts'

export const LANGUAGE_NAMES = { en: 'english', zh: 'chinese' } as const

export function LanguageChoice() {
  const say = useWords(appWords)
  const { language, choose } = useLanguage()
  return (
    <SegmentedControl
      size="xs"
      aria-label={say('language')}
      value={language}
      onChange={choose}
      data={languages.map((value) => ({ value, label: say(LANGUAGE_NAMES[value]) }))}
    />
  )
}
