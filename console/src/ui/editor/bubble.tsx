import { RichTextEditor } from '@mantine/tiptap'
import type { Editor } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'

/** A small menu beside the selection. */
export function Bubble({ editor }: { editor: Editor }) {
  return (
    <BubbleMenu
      editor={editor}
      shouldShow={({ editor, from, to }) =>
        from !== to &&
        !editor.isActive('picture') &&
        !editor.isActive('codeBlock') &&
        !editor.isActive('island')
      }
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Code />
        <RichTextEditor.Link />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.Blockquote />
      </RichTextEditor.ControlsGroup>
    </BubbleMenu>
  )
}
