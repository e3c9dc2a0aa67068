import { embedProviders } from '@inkstone/contract/embeds.ts'
import { TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../question.tsx'
import { editorWords } from './editor.words.ts'
import { frameOf } from './embed.ts'
import { playerOf } from './players.ts'

const PROVIDERS = [...new Set(embedProviders.map(({ name }) => name))].join(', ')

/** Asks for the URL of a video, and says so if the provider is unknown. */
export function EmbedQuestion({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const say = useWords(editorWords)
  const [address, setAddress] = useState('')
  const embed = playerOf(address)
  const insert = () => {
    if (!embed) return
    const frame = frameOf(embed.src, embed.provider.name)
    onClose()
    editor.chain().focus().insertContent({ type: 'embed', attrs: { frame } }).run()
  }
  return (
    <Question
      title={say('embed')}
      label={say('insert')}
      ready={embed !== undefined}
      onClose={onClose}
      onConfirm={insert}
    >
      <TextInput
        label={say('address')}
        description={PROVIDERS}
        placeholder="https://www.youtube.com/watch?v=…"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        error={address.trim() !== '' && !embed ? say('noProvider') : undefined}
        data-autofocus
      />
    </Question>
  )
}
