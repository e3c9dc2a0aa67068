import { ActionIcon, Button, Checkbox, Group, Paper, Text, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { isComposing } from '../composing.ts'
import { DownIcon, UpIcon } from '../icons.tsx'
import { editorWords } from './editor.words.ts'
import { useFinding } from './finding.ts'

/** Finds and replaces in the text. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const say = useWords(editorWords)
  const finding = useFinding(editor)
  const { term, matchCase, places, at, go } = finding
  const [replacement, setReplacement] = useState('')
  const close = () => {
    onClose()
    finding.select()
  }
  // A disabled button would lose the focus, and with it Escape and undo.
  const idle = places.length === 0 ? { 'data-disabled': true, 'aria-disabled': true } : {}
  return (
    <Paper
      withBorder
      p="xs"
      role="search"
      aria-label={say('find')}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
        if (event.key === 'Escape') close()
        // A field undoes what was typed into it.
        else if (isUndo && !(event.target instanceof HTMLInputElement)) editor.commands.undo()
      }}
    >
      <Group gap="xs">
        <TextInput
          size="xs"
          autoFocus
          aria-label={say('find')}
          placeholder={say('find')}
          value={term}
          onChange={({ currentTarget }) => finding.find(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) go(event.shiftKey ? -1 : 1)
          }}
        />
        <Text size="xs" c="dimmed" role="status" miw={50}>
          {term !== '' && say('foundAt', { n: places.length === 0 ? 0 : at + 1, all: places.length })}
        </Text>
        <ActionIcon size="sm" variant="subtle" aria-label={say('previous')} onClick={() => go(-1)}>
          <UpIcon size={14} />
        </ActionIcon>
        <ActionIcon size="sm" variant="subtle" aria-label={say('next')} onClick={() => go(1)}>
          <DownIcon size={14} />
        </ActionIcon>
        <TextInput
          size="xs"
          aria-label={say('replaceWith')}
          placeholder={say('replaceWith')}
          value={replacement}
          onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
        />
        <Button size="xs" variant="default" {...idle} onClick={() => finding.replaceThis(replacement)}>
          {say('replace')}
        </Button>
        <Button size="xs" variant="default" {...idle} onClick={() => finding.replaceAll(replacement)}>
          {say('replaceAll')}
        </Button>
        <Checkbox
          size="xs"
          label={say('matchCase')}
          checked={matchCase}
          onChange={({ currentTarget }) => finding.setMatchCase(currentTarget.checked)}
        />
        <Button size="xs" variant="subtle" onClick={close}>
          {say('done')}
        </Button>
      </Group>
    </Paper>
  )
}
