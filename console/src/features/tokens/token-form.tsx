import { createApiToken } from '@inkstone/contract/api-tokens.ts'
import { type TokenScope, tokenScopes } from '@inkstone/contract/permissions.ts'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useAction } from '../../lib/asking.ts'
import { useFields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { TOKEN_TOUCHES } from './token-item.ts'
import { tokenWords } from './tokens.words.ts'

const EMPTY = {
  name: '',
  scope: 'read' as TokenScope,
  expire_time: null as string | null,
}

const SCOPE_HINTS = {
  content: 'contentHint',
  read: 'readHint',
  draft: 'draftHint',
  write: 'writeHint',
} as const

export function TokenForm({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const say = useWords(tokenWords)
  const ui = useWords(uiWords)
  const form = useFields(EMPTY)
  const creating = useAction(createApiToken, {
    touches: TOKEN_TOUCHES,
    form,
    onDone: ({ token }) => {
      onMade(token)
      onClose()
    },
  })
  return (
    <FormDrawer
      opened
      title={say('create')}
      submitLabel={ui('create')}
      onClose={onClose}
      onSubmit={() => creating.mutate({ body: form.values })}
      busy={creating.isPending}
    >
      <TextInput
        label={say('name')}
        description={say('nameHint')}
        required
        data-autofocus
        {...form.text('name')}
      />
      <Radio.Group
        label={say('scope')}
        {...form.bind('scope')}
        onChange={(chosen) => form.set('scope', tokenScopes.find((scope) => scope === chosen) ?? 'read')}
      >
        <Stack gap="xs" mt="xs">
          {tokenScopes.map((scope) => (
            <Radio key={scope} value={scope} label={say(scope)} description={say(SCOPE_HINTS[scope])} />
          ))}
        </Stack>
      </Radio.Group>
      <MomentInput label={say('expires')} none={say('never')} {...form.bind('expire_time')} />
    </FormDrawer>
  )
}
