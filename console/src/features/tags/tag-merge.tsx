import { listTags, mergeTag } from '@inkstone/contract/tags.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { TAG_TOUCHES, type TagItem } from './tag-item.ts'
import { tagWords } from './tags.words.ts'

export function TagMerge({ tag, onClose }: { tag: TagItem; onClose: () => void }) {
  const say = useWords(tagWords)
  const [target, setTarget] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed, 300)
  const { data } = useAnswer(listTags, { query: { keyword, page_size: 50, all: 1 } })
  const merging = useAction(mergeTag, { done: say('merged'), touches: TAG_TOUCHES, onDone: onClose })
  return (
    <Question
      title={say('mergeTitle', { name: tag.name })}
      text={say('mergeHint')}
      label={say('mergeDo')}
      ready={target !== null}
      busy={merging.isPending}
      onClose={onClose}
      onConfirm={() => merging.mutate({ params: { id: tag.id }, body: { target_id: Number(target) } })}
    >
      <Select
        label={say('mergeInto')}
        required
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        value={target}
        onChange={setTarget}
        data={(data?.list ?? [])
          .filter(({ id }) => id !== tag.id)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </Question>
  )
}
