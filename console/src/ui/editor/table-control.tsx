import { Popover, Text, UnstyledButton } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { TableIcon } from '../icons.tsx'
import { editorWords } from './editor.words.ts'
import { MOST, sizeAfter, type TableSize, USUAL_SIZE } from './table-size.ts'

/** Inserts a table of the chosen size. The control of the library has no arrow keys. */
export function TableControl({ editor }: { editor: Editor }) {
  const say = useWords(editorWords)
  const [opened, setOpened] = useState(false)
  const isPossible = useEditorState({ editor, selector: ({ editor }) => editor.can().insertTable() })
  const insert = ({ columns, rows }: TableSize) => {
    setOpened(false)
    editor.chain().focus().insertTable({ rows, cols: columns, withHeaderRow: true }).run()
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus shadow="md" position="bottom-end">
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={say('table')}
          title={say('table')}
          disabled={!isPossible}
          onClick={() => setOpened(!opened)}
        >
          <TableIcon size={16} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown
        p="xs"
        // Escape closes only this, and not the full screen around it.
        onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      >
        <SizeGrid onChoose={insert} />
      </Popover.Dropdown>
    </Popover>
  )
}

const COUNTS = Array.from({ length: MOST }, (_, at) => at + 1)

/** One Tab stop. The arrow keys change the size (WAI-ARIA grid pattern). */
function SizeGrid({ onChoose }: { onChoose: (size: TableSize) => void }) {
  const say = useWords(editorWords)
  const grid = useRef<HTMLTableElement>(null)
  const [size, setSize] = useState(USUAL_SIZE)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = sizeAfter(event.key, size)
    if (!next) return
    event.preventDefault()
    const cells = grid.current?.querySelectorAll('button')
    cells?.[(next.rows - 1) * MOST + next.columns - 1]?.focus()
  }
  const cellOf = (columns: number, rows: number) => {
    const isCurrent = columns === size.columns && rows === size.rows
    return (
      <td key={columns}>
        <UnstyledButton
          className="table-size-cell"
          aria-label={say('tableSize', { columns, rows })}
          tabIndex={isCurrent ? 0 : -1}
          data-autofocus={isCurrent || undefined}
          data-active={(columns <= size.columns && rows <= size.rows) || undefined}
          onMouseEnter={() => setSize({ columns, rows })}
          onFocus={() => setSize({ columns, rows })}
          onClick={() => onChoose({ columns, rows })}
        />
      </td>
    )
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern names this element, and its buttons take the focus */}
      <table ref={grid} className="table-size" role="grid" aria-label={say('table')} onKeyDown={onKeyDown}>
        <tbody>
          {COUNTS.map((rows) => (
            <tr key={rows}>{COUNTS.map((columns) => cellOf(columns, rows))}</tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" c="dimmed" ta="center" mt="xs">
        {say('tableSize', { ...size })}
      </Text>
    </>
  )
}
