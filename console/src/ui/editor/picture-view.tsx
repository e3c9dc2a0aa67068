import { Button, Group, Select, TextInput } from '@mantine/core'
import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { addressFrom } from './addresses.ts'
import { editorWords } from './editor.words.ts'

const WIDTHS = ['25%', '50%', '75%', '100%'] as const

/** A picture in the text, with its alternative text, width and link set in place. */
export function PictureView({
  node,
  editor,
  selected,
  getPos,
  updateAttributes,
  deleteNode,
}: ReactNodeViewProps) {
  const say = useWords(editorWords)
  const { src, alt, width, href } = node.attrs
  const [isOpen, setOpen] = useState(false)
  const isShown = (selected || isOpen) && editor.isEditable
  const choose = () => {
    const at = getPos()
    if (at !== undefined) editor.commands.setNodeSelection(at)
  }
  return (
    <NodeViewWrapper as="figure" className={`picture${selected ? ' picture-selected' : ''}`}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys select it, and every control has its own key */}
      <img
        src={src}
        alt={alt}
        {...(width && { width })}
        contentEditable={false}
        draggable
        data-drag-handle
        onClick={choose}
      />
      {alt === '' && (
        <span className="picture-warning" contentEditable={false}>
          {say('noAlt')}
        </span>
      )}
      {isShown && (
        <Group
          gap="xs"
          className="picture-controls"
          contentEditable={false}
          onFocus={() => setOpen(true)}
          onBlur={({ currentTarget, relatedTarget }) => setOpen(currentTarget.contains(relatedTarget))}
        >
          <TextInput
            size="xs"
            flex="2 1 180px"
            aria-label={say('alt')}
            placeholder={say('alt')}
            value={alt}
            maxLength={500}
            onChange={({ currentTarget }) => updateAttributes({ alt: currentTarget.value })}
          />
          <TextInput
            size="xs"
            flex="1 1 140px"
            aria-label={say('pictureLink')}
            placeholder={say('pictureLink')}
            defaultValue={href ?? ''}
            onBlur={({ currentTarget }) =>
              updateAttributes({ href: addressFrom(currentTarget.value) || null })
            }
          />
          <Select
            size="xs"
            w={110}
            aria-label={say('width')}
            placeholder={say('width')}
            clearable
            data={WIDTHS}
            value={WIDTHS.find((known) => known === width) ?? null}
            onChange={(chosen) => updateAttributes({ width: chosen, height: null })}
          />
          <Button size="xs" variant="default" onClick={deleteNode}>
            {say('remove')}
          </Button>
        </Group>
      )}
      <NodeViewContent<'figcaption'> as="figcaption" data-placeholder={say('caption')} />
    </NodeViewWrapper>
  )
}
