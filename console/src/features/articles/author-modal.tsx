import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'
import { AuthorChoice } from './author-choice.tsx'

/** Changes the author of an article. */
export function AuthorModal({
  author,
  busy,
  onClose,
  onChoose,
}: {
  author: { readonly id: number; readonly nickname: string; readonly username: string }
  busy: boolean
  onClose: () => void
  onChoose: (id: number) => void
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const [id, setId] = useState<number | undefined>(author.id)
  return (
    <Question
      title={say('setAuthor')}
      label={ui('apply')}
      ready={id !== undefined && id !== author.id}
      busy={busy}
      onClose={onClose}
      onConfirm={() => id !== undefined && onChoose(id)}
    >
      <AuthorChoice
        label={say('author')}
        value={id}
        name={id === author.id ? author.nickname || author.username : undefined}
        onChange={setId}
      />
    </Question>
  )
}
