import { Autocomplete } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { useWords } from '../../lib/words.tsx'
import { editorWords } from './editor.words.ts'

const LANGUAGES =
  'bash c cpp csharp css diff go html java javascript json kotlin lua markdown php python ruby rust sql swift text toml typescript xml yaml'.split(
    ' ',
  )

/** What a block of code is written in. */
export function LanguageControl({ editor }: { editor: Editor }) {
  const say = useWords(editorWords)
  const language = useEditorState({
    editor,
    selector: ({ editor }) => String(editor.getAttributes('codeBlock').language ?? ''),
  })
  return (
    <Autocomplete
      size="xs"
      w={130}
      flex="none"
      aria-label={say('codeLanguage')}
      placeholder={say('codeLanguage')}
      data={LANGUAGES}
      value={language}
      onChange={(value) =>
        editor.commands.updateAttributes('codeBlock', { language: value.replace(/[^\w+#-]/g, '') || null })
      }
    />
  )
}
