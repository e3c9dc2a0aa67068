import type { Editor } from '@tiptap/react'
import { usePictureSource } from '../picture-source.ts'
import { isLocalAddress } from './addresses.ts'
import type { Ask } from './commands.ts'
import { EmbedQuestion } from './embed-question.tsx'

/** Dialogs for commands that need a choice first. */
export function CommandDialog({ editor, what, onClose }: { editor: Editor; what: Ask; onClose: () => void }) {
  const source = usePictureSource()
  if (what === 'embed') return <EmbedQuestion editor={editor} onClose={onClose} />
  if (!source) return null
  const { Picker } = source
  return (
    <Picker
      opened
      type="image"
      byAddress={what === 'picture'}
      onClose={() => {
        onClose()
        editor.commands.focus()
      }}
      {...(what === 'gallery' && {
        onPickMany: (pictures) => {
          const content = pictures.map(({ url, alt }) => ({ type: 'picture', attrs: { src: url, alt } }))
          editor.chain().focus().insertContent({ type: 'gallery', content }).run()
          onClose()
        },
      })}
      onPick={({ url, alt }) => {
        if (isLocalAddress(url)) return
        const picture = { type: 'picture', attrs: { src: url, alt } }
        editor
          .chain()
          .focus()
          .insertContent(what === 'gallery' ? { type: 'gallery', content: [picture] } : picture)
          .run()
        onClose()
      }}
    />
  )
}
