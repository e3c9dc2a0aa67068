import { createWord } from '@inkstone/contract/moderation.ts'
import { Select, TextInput } from '@mantine/core'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { commentWords } from './comments.words.ts'

export const WORD_TOUCHES = ['/api/sensitive-words']

const ACTIONS = ['default', 'replace', 'reject'] as const
type Action = (typeof ACTIONS)[number]

export function WordForm({ onClose }: { onClose: () => void }) {
  const say = useWords(commentWords)
  const form = useFields({ word: '', action: 'default' as Action, replacement: '' })
  const creating = useAction(createWord, {
    done: say('wordAdded'),
    touches: WORD_TOUCHES,
    form,
    onDone: onClose,
  })
  return (
    <FormDrawer
      opened
      title={say('addWord')}
      busy={creating.isPending}
      onClose={onClose}
      onSubmit={() => {
        const { replacement, ...rest } = form.values
        creating.mutate({ body: rest.action === 'reject' ? rest : { ...rest, replacement } })
      }}
    >
      <TextInput label={say('word')} required data-autofocus {...form.text('word')} />
      <Select
        label={say('action')}
        data={ACTIONS.map((value) => ({ value, label: say(`action_${value}`) }))}
        allowDeselect={false}
        {...form.bind('action')}
        onChange={(value) => value !== null && form.set('action', value)}
      />
      {form.values.action !== 'reject' && (
        <TextInput
          label={say('replacement')}
          description={say('replacementHint')}
          {...form.text('replacement')}
        />
      )}
    </FormDrawer>
  )
}
