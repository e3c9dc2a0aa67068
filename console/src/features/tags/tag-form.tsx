import { createTag, getTag, updateTag } from '@inkstone/contract/tags.ts'
import { ColorInput, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { type Edited, useCreateOrEdit, useReadInto } from '../../lib/create-or-edit.ts'
import { useFields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { Loaded } from '../../ui/page.tsx'
import { SeoFields } from '../../ui/seo-fields.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { TAG_TOUCHES } from './tag-item.ts'
import { tagWords } from './tags.words.ts'

const EMPTY = {
  name: '',
  alias: '',
  color: '',
  description: '',
  sort_order: 0,
  enabled: 1 as 0 | 1,
  seo_title: '',
  seo_keywords: '',
  seo_description: '',
}

export function TagForm({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const say = useWords(tagWords)
  const ui = useWords(uiWords)
  const form = useFields(EMPTY)
  const answer = useReadInto(getTag, edited, form)
  const { isNew, busy, save } = useCreateOrEdit(edited, form, {
    create: createTag,
    update: updateTag,
    touches: TAG_TOUCHES,
    texts: { created: say('created'), saved: ui('saved') },
    onCreated: onClose,
    onUpdated: onClose,
  })
  return (
    <FormDrawer
      opened
      title={say(isNew ? 'create' : 'edit')}
      onClose={onClose}
      onSubmit={() => save()}
      busy={busy}
    >
      <Loaded answer={answer}>
        {() => (
          <>
            <TextInput label={say('name')} required data-autofocus {...form.text('name')} />
            <TextInput label={say('alias')} description={say('aliasHint')} {...form.text('alias')} />
            <ColorInput withEyeDropper={false} label={say('color')} {...form.bind('color')} />
            <Textarea label={say('description')} autosize minRows={2} {...form.text('description')} />
            <NumberInput
              label={say('order')}
              description={say('orderHint')}
              {...form.bind('sort_order')}
              onChange={(value) => form.set('sort_order', Number(value) || 0)}
            />
            <Switch label={say('enabled')} {...form.flag('enabled')} />
            <SeoFields form={form} />
          </>
        )}
      </Loaded>
    </FormDrawer>
  )
}
