import { createApiToken } from '@inkstone/contract/api-tokens.ts'
import { type TokenScope, tokenScopes } from '@inkstone/contract/permissions.ts'
import { MultiSelect, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useSiteChoices } from '../../lib/site-choices.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { TOKEN_TOUCHES } from './token-item.ts'
import { tokenWords } from './tokens.words.ts'

const EMPTY = {
  name: '',
  scope: 'read' as TokenScope,
  sites: [] as readonly number[],
  /** Empty: the default of its scope. */
  rate_limit: '' as number | string,
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
  const sites = useSiteChoices()
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
      onSubmit={() => {
        const { rate_limit, ...others } = form.values
        creating.mutate({ body: { ...others, ...(rate_limit !== '' && { rate_limit }) } })
      }}
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
      {sites.length > 1 && (
        <MultiSelect
          label={say('sites')}
          description={say('sitesHint')}
          {...(form.values.sites.length === 0 && { placeholder: say('allSites') })}
          data={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={form.values.sites.map(String)}
          onChange={(chosen) => form.set('sites', chosen.map(Number))}
          error={form.errorOf('sites')}
        />
      )}
      <NumberInput
        label={say('rateLimit')}
        description={say('rateLimitHint')}
        allowDecimal={false}
        hideControls
        maw={260}
        value={form.values.rate_limit}
        onChange={(next) => form.set('rate_limit', next)}
        error={form.errorOf('rate_limit')}
      />
      <MomentInput label={say('expires')} none={say('never')} {...form.bind('expire_time')} />
    </FormDrawer>
  )
}
