import { listArticles } from '@inkstone/contract/article-endpoints.ts'
import { ActionIcon, Kbd, Modal, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useMay } from '../lib/may.ts'
import { useAnswer } from '../lib/requests.ts'
import { useWords } from '../lib/words.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { useOnTop } from '../ui/on-top.ts'
import { appWords } from './app.words.ts'
import { navigation } from './navigation.ts'

interface Destination {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly to: string
}

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

/** Ctrl+K: goes to any screen or article by typing a part of its name. */
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

const MAX_RESULTS = 12
/** Neither the screens nor the articles crowd out the others. */
const FEW = 4

const startsWith = ({ label }: Destination, wanted: string) => label.toLowerCase().startsWith(wanted)

function Search({ onCancel, onGo }: { onCancel: () => void; onGo: () => void }) {
  const say = useWords(appWords)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const destinations = useDestinations(typed)
  const go = (destination: Destination | undefined) => {
    if (!destination) return
    onGo()
    navigate({ to: destination.to })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
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
          aria-expanded="true"
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

function useDestinations(typed: string): readonly Destination[] {
  const say = useWords(appWords)
  const may = useMay()
  const [keyword] = useDebouncedValue(typed.trim(), 250)
  const isSearching = may('articles.create')
  const { data, isPlaceholderData } = useAnswer(
    listArticles,
    { query: { keyword, page_size: 8, sort: 'update_time' } },
    { enabled: isSearching },
  )
  const places: readonly Destination[] = navigation
    .flatMap(({ places }) => places)
    .filter(({ needs }) => may(needs))
    .map(({ to, label }) => ({ key: to, label: say(label), kind: say('screen'), to }))
  const actions: readonly Destination[] = [
    ...(may('articles.create')
      ? [{ key: 'new article', label: say('newArticle'), kind: say('action'), to: '/articles/new' }]
      : []),
    ...(may('pages.manage')
      ? [{ key: 'new page', label: say('newPage'), kind: say('action'), to: '/pages/new' }]
      : []),
    { key: 'profile', label: say('profile'), kind: say('screen'), to: '/profile' },
  ]
  const wanted = typed.trim().toLowerCase()
  const found = [...actions, ...places]
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .toSorted((one, other) => Number(startsWith(other, wanted)) - Number(startsWith(one, wanted)))
    .slice(0, wanted === '' ? FEW : MAX_RESULTS - FEW)
  // Results of the previous text must not be opened by a quick Enter.
  const isCurrent = keyword === typed.trim() && !isPlaceholderData
  const articles = (isCurrent ? (data?.list ?? []) : []).map(({ id, title }) => ({
    key: `article ${id}`,
    label: title,
    kind: say('articles'),
    to: `/articles/${id}`,
  }))
  return [...found, ...articles].slice(0, MAX_RESULTS)
}
