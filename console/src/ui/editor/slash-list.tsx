import { Paper, Portal, ScrollArea, UnstyledButton } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import type { Editor } from '@tiptap/react'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { bestFirst } from './best-first.ts'
import { type Ask, editorCommands } from './commands.ts'
import { editorWords } from './editor.words.ts'
import type { SlashState } from './slash-menu.ts'

export interface SlashHandle {
  onKey(event: KeyboardEvent): boolean
}

/** What can be inserted here, filtered by the text after the slash. */
export function SlashList({
  ref,
  editor,
  state,
  ask,
  onClose,
}: {
  ref: RefObject<SlashHandle | null>
  editor: Editor
  state: SlashState
  ask: (what: Ask) => void
  onClose: () => void
}) {
  const say = useWords(editorWords)
  const [chosen, setChosen] = useState(0)
  const query = state.query.toLowerCase()
  const found = useMemo(
    () => bestFirst(editorCommands, query, ({ word, alias }) => `${say(word)} ${alias}`),
    [query, say],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search starts at its first result
  useEffect(() => setChosen(0), [query])
  const take = (n: number) => {
    const command = found[n]
    if (!command) return
    state.clear()
    command.run(editor, ask)
  }
  useImperativeHandle(ref, () => ({
    onKey(event) {
      if (event.key === 'Escape') {
        onClose()
        return true
      }
      if (found.length === 0) return false
      if (event.key === 'ArrowDown') setChosen((chosen + 1) % found.length)
      else if (event.key === 'ArrowUp') setChosen((chosen + found.length - 1) % found.length)
      else if (event.key === 'Enter' || event.key === 'Tab') take(chosen)
      else return false
      return true
    },
  }))
  // Placed again when the window changes.
  useViewportSize()
  const place = state.place()
  if (!place || found.length === 0) return null
  const isLow = place.bottom + 300 > innerHeight
  return (
    <Portal>
      <Paper
        shadow="md"
        withBorder
        className="slash-menu"
        role="listbox"
        aria-label={say('insert')}
        style={{
          left: Math.min(place.left, innerWidth - 250),
          ...(isLow ? { bottom: innerHeight - place.top + 4 } : { top: place.bottom + 4 }),
        }}
      >
        <ScrollArea.Autosize mah={280}>
          {found.map(({ word }, n) => (
            <UnstyledButton
              key={word}
              role="option"
              aria-selected={n === chosen}
              className="slash-item"
              tabIndex={-1}
              // Before the editor loses its focus.
              onMouseDown={(event) => {
                event.preventDefault()
                take(n)
              }}
            >
              {say(word)}
            </UnstyledButton>
          ))}
        </ScrollArea.Autosize>
      </Paper>
    </Portal>
  )
}
