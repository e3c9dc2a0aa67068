import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

const SETTLED_MS = 300

/**
 * For a field whose choices the server searches, when typing pauses. The name of the current choice, which the field shows, is
 * not searched, so that it offers the others too.
 */
export function useSearchedField(current = '') {
  const [typed, setTyped] = useState('')
  const [isOpened, setOpened] = useState(false)
  const [settled] = useDebouncedValue(typed.trim(), SETTLED_MS)
  return {
    keyword: settled === current ? '' : settled,
    isOpened,
    field: {
      searchable: true,
      searchValue: typed,
      onSearchChange: setTyped,
      onDropdownOpen: () => setOpened(true),
      // The server has already filtered. What it found by an alias or address need not contain the typed text.
      filter: everyOption,
    },
  }
}

const everyOption = <Options>({ options }: { options: Options }) => options
