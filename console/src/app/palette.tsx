import { listArticles } from '@inkstone/contract/article-endpoints.ts'
import { Modal, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useMay } from '../lib/may.ts'
import { useAnswer } from '../lib/requests.ts'
import { useWords } from '../lib/words.tsx'
import { appWords } from './app.words.ts'
import { navigation } from './navigation.ts'

interface Goal {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly to: string
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
  return opened ? <Search onCancel={cancel} onGo={() => setOpened(false)} /> : null
}

const MOST = 12

function Search({ onCancel, onGo }: { onCancel: () => void; onGo: () => void }) {
  const say = useWords(appWords)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const goals = useGoals(typed)
  const go = (goal: Goal | undefined) => {
    if (!goal) return
    onGo()
    navigate({ to: goal.to })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % Math.max(1, goals.length))
    else if (event.key === 'ArrowUp') setChosen((chosen + goals.length - 1) % Math.max(1, goals.length))
    else if (event.key === 'Enter') go(goals[chosen])
    else return
    event.preventDefault()
  }
  const idOf = (n: number) => `palette-${n}`
  return (
    <Modal opened onClose={onCancel} title={say('palette')} size="lg" yOffset="10vh">
      <Stack gap="xs">
        <TextInput
          data-autofocus
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={goals.length > 0 ? idOf(chosen) : undefined}
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
            {goals.map((goal, n) => (
              <UnstyledButton
                key={goal.key}
                id={idOf(n)}
                role="option"
                aria-selected={n === chosen}
                tabIndex={-1}
                className="slash-item"
                onClick={() => go(goal)}
              >
                {goal.label}
                <Text span size="xs" c="dimmed" ml="xs">
                  {goal.kind}
                </Text>
              </UnstyledButton>
            ))}
          </div>
        </ScrollArea.Autosize>
      </Stack>
    </Modal>
  )
}

function useGoals(typed: string): readonly Goal[] {
  const say = useWords(appWords)
  const may = useMay()
  const [keyword] = useDebouncedValue(typed.trim(), 250)
  const isSearching = may('articles.create')
  const { data, isPlaceholderData } = useAnswer(
    listArticles,
    { query: { keyword, page_size: 8, sort: 'update_time' } },
    { enabled: isSearching },
  )
  const places: readonly Goal[] = navigation
    .flatMap(({ places }) => places)
    .filter(({ needs }) => may(needs))
    .map(({ to, label }) => ({ key: to, label: say(label), kind: say('screen'), to }))
  const actions: readonly Goal[] = [
    ...(may('articles.create')
      ? [{ key: 'new article', label: say('newArticle'), kind: say('action'), to: '/articles/new' }]
      : []),
    ...(may('pages.manage')
      ? [{ key: 'new page', label: say('newPage'), kind: say('action'), to: '/pages/new' }]
      : []),
    { key: 'profile', label: say('profile'), kind: say('screen'), to: '/profile' },
  ]
  const wanted = typed.trim().toLowerCase()
  const found = [...actions, ...places].filter(({ label }) => label.toLowerCase().includes(wanted))
  // Results of the previous text must not be opened by a quick Enter.
  const isCurrent = keyword === typed.trim() && !isPlaceholderData
  const articles = (isCurrent ? (data?.list ?? []) : []).map(({ id, title }) => ({
    key: `article ${id}`,
    label: title,
    kind: say('articles'),
    to: `/articles/${id}`,
  }))
  return (wanted === '' ? [...found.slice(0, 4), ...articles] : [...found, ...articles]).slice(0, MOST)
}
