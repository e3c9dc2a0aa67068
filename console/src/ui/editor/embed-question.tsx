import { embedProviders } from '@inkstone/contract/embeds.ts'
import { TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { type Language, useLanguage, useWords } from '../../lib/words.tsx'
import { Question } from '../question.tsx'
import { editorWords } from './editor.words.ts'
import { frameOf } from './embed.ts'
import { playerOf } from './players.ts'

function providerNames(language: Language): string {
  const isChinese = language === 'zh'
  const names = embedProviders.map(({ name, nameInChinese }) => (isChinese && nameInChinese) || name)
  return [...new Set(names)].join(isChinese ? '、' : ', ')
}

/** Asks for the URL of a video, and says so if the provider is unknown. */
export function EmbedQuestion({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const say = useWords(editorWords)
  const { language } = useLanguage()
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
        description={providerNames(language)}
        placeholder="https://www.youtube.com/watch?v=…"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        error={address.trim() !== '' && !embed ? say('noProvider') : undefined}
        data-autofocus
      />
    </Question>
  )
}
