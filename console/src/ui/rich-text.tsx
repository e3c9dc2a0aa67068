import { Box, Group, Input, SegmentedControl, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Ref, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { isComposing } from './composing.ts'
import { countsOf } from './editor/counts.ts'
import { editorWords } from './editor/editor.words.ts'
import { HtmlView } from './editor/html-view.tsx'
import { type TextHandle, VisualEditor } from './editor/visual-editor.tsx'

export type { TextHandle } from './editor/visual-editor.tsx'

type Mode = 'visual' | 'html'

const GAP_ABOVE = 12

/** Edits HTML, visually or as source. The visual editor keeps unknown markup as islands. */
export function RichText({
  ref,
  value,
  onChange,
  error,
  label,
}: {
  ref?: Ref<TextHandle>
  value: string
  onChange: (html: string) => void
  error?: string | undefined
  label: string
}) {
  const say = useWords(editorWords)
  const id = useId()
  const [mode, setMode] = useState<Mode>('visual')
  const [isFull, setFull] = useState(false)
  const toggleFull = useCallback(() => setFull((before) => !before), [])
  useDropsElsewhere()
  const place = useRef<HTMLDivElement>(null)
  const modeBefore = useRef(mode)
  // The two views differ in height: without this, another part of the page would be on the screen.
  useEffect(() => {
    if (modeBefore.current === mode) return
    modeBefore.current = mode
    place.current?.scrollIntoView({ block: 'nearest' })
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0)
      place.current?.scrollIntoView({ block: 'start' })
  }, [mode])
  return (
    <Input.Wrapper error={error} labelElement="div" id={id}>
      <Box
        ref={place}
        style={{ scrollMarginTop: GAP_ABOVE }}
        className={isFull ? 'editor-full' : undefined}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isFull && !isComposing(event) && !event.defaultPrevented)
            setFull(false)
        }}
      >
        {mode === 'visual' ? (
          <VisualEditor
            {...(ref && { ref })}
            value={value}
            onChange={onChange}
            label={label}
            onFullScreen={toggleFull}
            onEscape={() => {
              setFull(false)
              return isFull
            }}
          />
        ) : (
          <HtmlView value={value} onChange={onChange} label={label} />
        )}
      </Box>
      <Group justify="space-between" mt={6}>
        <Counts html={value} />
        <SegmentedControl
          size="xs"
          aria-label={say('mode')}
          value={mode}
          onChange={(next) => {
            setMode(next as Mode)
          }}
          data={[
            { value: 'visual', label: say('visual') },
            { value: 'html', label: say('html') },
          ]}
        />
      </Group>
    </Input.Wrapper>
  )
}

const COUNTED_AFTER_MS = 400

/** Counts the text without its markup, in a pause of typing, because a long text takes longer than a key press. */
function Counts({ html }: { html: string }) {
  const say = useWords(editorWords)
  const [late] = useDebouncedValue(html, COUNTED_AFTER_MS)
  const counts = useMemo(() => countsOf(late.replace(/<[^>]*>/g, ' ').replace(/&[a-z0-9#]+;/gi, ' ')), [late])
  return (
    <Text size="xs" c="dimmed">
      {say('counts', counts)}
    </Text>
  )
}

/** A file dropped beside the text must not make the browser navigate to it. */
function useDropsElsewhere(): void {
  useEffect(() => {
    const stop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', stop)
    addEventListener('drop', stop)
    return () => {
      removeEventListener('dragover', stop)
      removeEventListener('drop', stop)
    }
  }, [])
}
