import { createSite, updateSite } from '@inkstone/contract/sites.ts'
import { Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCreateOrEdit } from '../../lib/create-or-edit.ts'
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
  const form = useFields(fieldsOf(edited === 'new' ? undefined : edited))
  const onDone = (site: SiteItem) => {
    onSaved(site)
    onClose()
  }
  const { isNew, busy, save } = useCreateOrEdit(edited === 'new' ? edited : edited.id, form, {
    create: createSite,
    update: updateSite,
    touches: SITE_TOUCHES,
    texts: { created: say('created'), saved: ui('saved') },
    onCreated: onDone,
    onUpdated: onDone,
  })
  const [typed, setTyped] = useState('')
  // Unfinished input counts too. Adding it on blur would move the button away from the click.
  const submit = () => {
    const domains = [
      ...form.values.domains,
      ...typed.split(BETWEEN_DOMAINS).filter((domain) => domain !== ''),
    ]
    save({ ...form.values, domains })
  }
  return (
    <FormDrawer opened title={say(isNew ? 'create' : 'edit')} onClose={onClose} onSubmit={submit} busy={busy}>
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
