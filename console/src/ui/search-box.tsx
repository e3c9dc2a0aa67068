import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { SearchIcon } from './icons.tsx'
import { uiWords } from './ui.words.ts'

const SETTLED_MS = 400

/** Searches when typing pauses, because each request counts towards the rate limit. */
export function SearchBox({
  value: given,
  label,
  onSearch,
}: {
  /** From the URL, where digits are parsed as a number. */
  value: string | number
  label?: string
  onSearch: (keyword: string) => void
}) {
  const say = useWords(uiWords)
  const value = String(given)
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])
  return (
    <TextInput
      type="search"
      aria-label={label ?? say('search')}
      placeholder={label ?? say('search')}
      leftSection={<SearchIcon size={16} />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={say('clear')} onClick={() => onSearch('')} />
      }
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && onSearch(typed.trim())}
      maxLength={200}
      w={{ base: '100%', sm: 260 }}
    />
  )
}
