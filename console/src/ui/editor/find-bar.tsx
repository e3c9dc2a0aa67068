import { ActionIcon, Button, Checkbox, Group, Paper, Text, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { isComposing } from '../composing.ts'
import { DownIcon, UpIcon } from '../icons.tsx'
import { editorWords } from './editor.words.ts'
import { findKey, NO_SEARCH, placesOf } from './find-plugin.ts'

/** Finds and replaces in the text. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const say = useWords(editorWords)
  const [term, setTerm] = useState('')
  const [replacement, setReplacement] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [current, setCurrent] = useState(0)
  const places =
    useEditorState({ editor, selector: ({ editor }) => placesOf(editor.state.doc, term, matchCase) }) ?? []
  const at = places.length === 0 ? 0 : Math.min(current, places.length - 1)

  useEffect(() => {
    editor.view.dispatch(editor.state.tr.setMeta(findKey, { term, matchCase, current: at }))
    editor.view.dom.querySelector('.found-current')?.scrollIntoView({ block: 'center' })
  }, [editor, term, matchCase, at])
  useEffect(
    () => () => {
      if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(findKey, NO_SEARCH))
    },
    [editor],
  )

  const go = (step: 1 | -1) => setCurrent((at + step + places.length) % Math.max(1, places.length))
  const close = () => {
    const place = places[at]
    onClose()
    if (place) editor.commands.setTextSelection(place)
    editor.commands.focus()
  }
  const replaceAll = () => {
    const { tr, schema } = editor.state
    for (const { from, to } of places.toReversed())
      if (replacement === '') tr.delete(from, to)
      else
        tr.replaceWith(
          from,
          to,
          schema.text(replacement, tr.doc.resolve(from).marksAcross(tr.doc.resolve(to)) ?? []),
        )
    editor.view.dispatch(tr)
  }
  const replaceThis = () => {
    const place = places[at]
    if (!place) return
    const { tr, schema } = editor.state
    const marks = tr.doc.resolve(place.from).marksAcross(tr.doc.resolve(place.to)) ?? []
    editor.view.dispatch(
      replacement === ''
        ? tr.delete(place.from, place.to)
        : tr.replaceWith(place.from, place.to, schema.text(replacement, marks)),
    )
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
          onChange={({ currentTarget }) => {
            setTerm(currentTarget.value)
            setCurrent(0)
          }}
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
        <Button size="xs" variant="default" {...idle} onClick={replaceThis}>
          {say('replace')}
        </Button>
        <Button size="xs" variant="default" {...idle} onClick={replaceAll}>
          {say('replaceAll')}
        </Button>
        <Checkbox
          size="xs"
          label={say('matchCase')}
          checked={matchCase}
          onChange={({ currentTarget }) => setMatchCase(currentTarget.checked)}
        />
        <Button size="xs" variant="subtle" onClick={close}>
          {say('done')}
        </Button>
      </Group>
    </Paper>
  )
}
