import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { isComposing } from './composing.ts'
import { SearchIcon } from './icons.tsx'
import { uiWords } from './ui.words.ts'

const SETTLED_MS = 400

/**
 * Searches when typing pauses, because each request counts towards the rate limit. An input method is not finished by a
 * pause: half of a Chinese word is letters.
 */
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
  const [isUnfinished, setUnfinished] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const searched = useRef(value)
  const search = (text: string) => {
    searched.current = text.trim()
    onSearch(searched.current)
  }
  // What was searched here comes back without the space after it, and while the next word is typed.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setTyped(value)
  }, [value])
  const searchLate = useEffectEvent(search)
  useEffect(() => {
    if (isUnfinished || typed.trim() === value) return
    const timer = setTimeout(() => searchLate(typed), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed, value, isUnfinished])
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label ?? say('search')}
      placeholder={label ?? say('search')}
      leftSection={<SearchIcon size={16} />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            aria-label={say('clear')}
            onClick={() => {
              setTyped('')
              search('')
              // The button is gone.
              input.current?.focus()
            }}
          />
        )
      }
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onCompositionStart={() => setUnfinished(true)}
      onCompositionEnd={() => setUnfinished(false)}
      onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && search(typed)}
      maxLength={200}
      w={{ base: '100%', sm: 260 }}
    />
  )
}
