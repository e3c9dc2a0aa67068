import { createSite, updateSite } from '@inkstone/contract/sites.ts'
import { Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../lib/asking.ts'
import { changedFields } from '../../lib/changed-fields.ts'
import { useFields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { SITE_TOUCHES, type SiteItem } from './site-item.ts'
import { siteWords } from './sites.words.ts'

const BETWEEN_DOMAINS = /[,，\s]+/

export function SiteForm({
  edited,
  onClose,
  onSaved,
}: {
  edited: SiteItem | 'new'
  onClose: () => void
  onSaved: (site: SiteItem) => void
}) {
  const say = useWords(siteWords)
  const ui = useWords(uiWords)
  const isNew = edited === 'new'
  const [initial] = useState(() => fieldsOf(isNew ? undefined : edited))
  const form = useFields(initial)
  const onDone = (site: SiteItem) => {
    onSaved(site)
    onClose()
  }
  const options = { touches: SITE_TOUCHES, form, onDone }
  const creating = useAction(createSite, { ...options, done: say('created') })
  const saving = useAction(updateSite, { ...options, done: ui('saved') })
  const [typed, setTyped] = useState('')
  // What is still being typed counts too. Taking it on leaving the field would move the button from under the click.
  const submit = () => {
    const domains = [
      ...form.values.domains,
      ...typed.split(BETWEEN_DOMAINS).filter((domain) => domain !== ''),
    ]
    const values = { ...form.values, domains }
    if (isNew) creating.mutate({ body: values })
    else saving.mutate({ params: { id: edited.id }, body: changedFields(initial, values) })
  }
  return (
    <FormDrawer
      opened
      title={say(isNew ? 'create' : 'edit')}
      onClose={onClose}
      onSubmit={submit}
      busy={creating.isPending || saving.isPending}
    >
      <TextInput label={say('name')} required data-autofocus {...form.text('name')} />
      <TextInput label={say('alias')} description={say('aliasHint')} {...form.text('alias')} />
      <TagsInput
        label={say('domains')}
        description={say('domainsHint')}
        placeholder={say('domainsAdd')}
        splitChars={[',', '，', ' ']}
        acceptValueOnBlur={false}
        searchValue={typed}
        onSearchChange={setTyped}
        {...form.bind('domains')}
      />
      <Switch
        label={say('enabled')}
        description={say('enabledHint')}
        error={form.errorOf('enabled')}
        {...form.flag('enabled')}
      />
    </FormDrawer>
  )
}

function fieldsOf(site: SiteItem | undefined) {
  return {
    name: site?.name ?? '',
    alias: site?.alias ?? '',
    domains: site?.domains ?? [],
    enabled: site?.enabled ?? (1 as const),
  } satisfies Readonly<Record<string, unknown>>
}
