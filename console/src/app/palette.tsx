import { ActionIcon, Kbd, Modal, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { isComposing } from '../ui/composing.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { useOnTop } from '../ui/on-top.ts'
import { uiWords } from '../ui/ui.words.ts'
import { appWords } from './app.words.ts'
import { useDestinations } from './destinations.ts'
import type { Destination } from './palette-rules.ts'

const OPENING = 'inkstone:palette'

/** For those who do not know the keys. */
export function PaletteButton() {
  const say = useWords(appWords)
  const open = () => window.dispatchEvent(new Event(OPENING))
  return (
    <>
      <UnstyledButton className="palette-button" visibleFrom="sm" onClick={open}>
        <SearchIcon size={15} />
        {say('find')}
        <Kbd size="xs">{/Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={say('find')}
        onClick={open}
      >
        <SearchIcon />
      </ActionIcon>
    </>
  )
}

/** Ctrl+K: goes to any screen, article, page, category or user by typing a part of its name. */
export function Palette() {
  const [opened, setOpened] = useState(false)
  const focusedBefore = useRef<Element | null>(null)
  const open = () => {
    if (!opened) focusedBefore.current = document.activeElement
    setOpened(true)
  }
  const cancel = () => {
    setOpened(false)
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus()
  }
  useHotkeys([['mod+K', open]], [], true)
  useWindowEvent(OPENING, open)
  return opened ? <Search onCancel={cancel} onGo={() => setOpened(false)} /> : null
}

function Search({ onCancel, onGo }: { onCancel: () => void; onGo: () => void }) {
  const say = useWords(appWords)
  const ui = useWords(uiWords)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { found: destinations, isSettled } = useDestinations(typed)
  const go = (destination: Destination | undefined) => {
    if (!destination) return
    onGo()
    navigate({ to: destination.to, search: (destination.search ?? {}) as never })
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % Math.max(1, destinations.length))
    else if (event.key === 'ArrowUp')
      setChosen((chosen + destinations.length - 1) % Math.max(1, destinations.length))
    else if (event.key === 'Enter') go(destinations[chosen])
    else return
    event.preventDefault()
  }
  const isOnTop = useOnTop()
  const idOf = (n: number) => `palette-${n}`
  return (
    <Modal opened closeOnEscape={isOnTop} onClose={onCancel} title={say('palette')} size="lg" yOffset="10vh">
      <Stack gap="xs">
        <TextInput
          data-autofocus
          autoFocus
          role="combobox"
          aria-expanded={destinations.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={destinations.length > 0 ? idOf(chosen) : undefined}
          aria-label={say('palette')}
          placeholder={say('paletteHint')}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKey}
        />
        <ScrollArea.Autosize mah="50vh">
          <Text size="sm" c="dimmed" role="status">
            {isSettled && destinations.length === 0 && ui('nothingFound')}
          </Text>
          <div id="palette-list" role="listbox" aria-label={say('palette')}>
            {destinations.map((destination, n) => (
              <UnstyledButton
                key={destination.key}
                id={idOf(n)}
                role="option"
                aria-selected={n === chosen}
                tabIndex={-1}
                className="slash-item"
                onClick={() => go(destination)}
              >
                {destination.label}
                <Text span size="xs" c="dimmed" ml="xs">
                  {destination.kind}
                </Text>
              </UnstyledButton>
            ))}
          </div>
        </ScrollArea.Autosize>
      </Stack>
    </Modal>
  )
}
