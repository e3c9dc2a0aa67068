import { Selection } from '@tiptap/pm/state'
import type { Content, Editor } from '@tiptap/react'
import { type PickedFile, useFileSource } from '../file-source.ts'
import { isLocalAddress } from './addresses.ts'
import { goBelowPicture } from './below-picture.ts'
import type { Ask } from './commands.ts'
import { EmbedQuestion } from './embed-question.tsx'
import { insertFile } from './inserted-file.ts'

/** Dialogs for commands that need a choice first. */
export function CommandDialog({ editor, what, onClose }: { editor: Editor; what: Ask; onClose: () => void }) {
  const source = useFileSource()
  if (what === 'embed') return <EmbedQuestion editor={editor} onClose={onClose} />
  if (!source) return null
  const { Picker } = source
  return (
    <Picker
      opened
      {...(what !== 'file' && { type: 'image' })}
      byAddress={what === 'picture'}
      onClose={() => {
        onClose()
        editor.commands.focus()
      }}
      {...(what === 'gallery' && {
        onPickMany: (pictures) => {
          insertGallery(editor, pictures)
          onClose()
        },
      })}
      onPick={(file) => {
        if (isLocalAddress(file.url)) return
        if (what === 'gallery') insertGallery(editor, [file])
        else if (file.type === 'image') insertBlock(editor, pictureOf(file))
        else insertOther(editor, file)
        onClose()
      }}
    />
  )
}

function pictureOf({ url, alt }: PickedFile) {
  return { type: 'picture', attrs: { src: url, alt } }
}

function insertGallery(editor: Editor, pictures: readonly PickedFile[]): void {
  insertBlock(editor, { type: 'gallery', content: pictures.map(pictureOf) })
}

/** The text goes on below it. */
function insertBlock(editor: Editor, content: Content): void {
  editor
    .chain()
    .focus()
    .insertContent(content)
    .command(({ tr }) => goBelowPicture(tr))
    .run()
}

/** After the selected text, which stays. */
function insertOther(editor: Editor, file: PickedFile): void {
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      const { empty, to } = tr.selection
      if (!empty) tr.setSelection(Selection.near(tr.doc.resolve(to)))
      insertFile(tr, to, file)
      return true
    })
    .scrollIntoView()
    .run()
}
