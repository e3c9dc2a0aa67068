import { listTags, mergeTag } from '@inkstone/contract/tags.ts'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useSearchedField } from '../../lib/searched-field.ts'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { TAG_TOUCHES, type TagItem } from './tag-item.ts'
import { tagWords } from './tags.words.ts'

export function TagMerge({ tag, onClose }: { tag: TagItem; onClose: () => void }) {
  const say = useWords(tagWords)
  const ui = useWords(uiWords)
  const [target, setTarget] = useState<TagItem>()
  const { keyword, field } = useSearchedField(target?.name)
  const { data } = useAnswer(listTags, { query: { keyword, page_size: 50, all: 1 } })
  const others = (data?.list ?? []).filter(({ id }) => id !== tag.id && id !== target?.id)
  const found = target ? [target, ...others] : others
  const merging = useAction(mergeTag, { done: say('merged'), touches: TAG_TOUCHES, onDone: onClose })
  return (
    <Question
      title={say('mergeTitle', { name: tag.name })}
      text={say('mergeHint')}
      label={say('mergeDo')}
      ready={target !== undefined}
      busy={merging.isPending}
      onClose={onClose}
      onConfirm={() => merging.mutate({ params: { id: tag.id }, body: { target_id: target?.id } })}
    >
      <Select
        label={say('mergeInto')}
        required
        {...field}
        nothingFoundMessage={ui('nothingFound')}
        value={target?.id ?? null}
        onChange={(id) => setTarget(found.find((one) => one.id === id))}
        data={found.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Question>
  )
}
