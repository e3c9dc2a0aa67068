import { RichTextEditor } from '@mantine/tiptap'
import { NodeSelection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'

/** A small menu beside the selection. */
export function Bubble({ editor }: { editor: Editor }) {
  return (
    <BubbleMenu
      editor={editor}
      className="bubble"
      shouldShow={({ editor, from, to }) =>
        from !== to &&
        // Embeds and the like have controls of their own.
        !(editor.state.selection instanceof NodeSelection) &&
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
