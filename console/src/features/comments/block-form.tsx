import { blockNetwork } from '@inkstone/contract/moderation.ts'
import { Select, Textarea, TextInput } from '@mantine/core'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { commentWords } from './comments.words.ts'

const DURATIONS = ['7d', '30d', 'permanent'] as const
type Duration = (typeof DURATIONS)[number]

export function BlockForm({ ip, onClose }: { ip: string; onClose: () => void }) {
  const say = useWords(commentWords)
  const form = useFields({ ip, duration: '7d' as Duration, reason: '' })
  const blocking = useAction(blockNetwork, {
    done: say('blocked'),
    touches: ['/api/ip-blacklist'],
    form,
    onDone: onClose,
  })
  return (
    <FormDrawer
      opened
      title={say('block')}
      submitLabel={say('block')}
      busy={blocking.isPending}
      onClose={onClose}
      onSubmit={() => blocking.mutate({ body: form.values })}
    >
      <TextInput label={say('ip')} description={say('ipHint')} required data-autofocus {...form.text('ip')} />
      <Select
        label={say('duration')}
        data={DURATIONS.map((value) => ({ value, label: say(`d${value}`) }))}
        allowDeselect={false}
        {...form.bind('duration')}
        onChange={(value) => value !== null && form.set('duration', value)}
      />
      <Textarea label={say('reason')} autosize minRows={2} {...form.text('reason')} />
    </FormDrawer>
  )
}
