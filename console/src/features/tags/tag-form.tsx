import { createTag, getTag, updateTag } from '@inkstone/contract/tags.ts'
import { ColorInput, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useAction, useAnswer } from '../../lib/asking.ts'
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

export function TagForm({ edited, onClose }: { edited: number | 'new'; onClose: () => void }) {
  const say = useWords(tagWords)
  const ui = useWords(uiWords)
  const isNew = edited === 'new'
  const read = useAnswer(getTag, { params: { id: isNew ? 0 : edited } }, { enabled: !isNew })
  const tag = read.data
  const form = useFields(EMPTY)
  const { reset } = form
  useEffect(() => {
    if (tag) reset(tag)
  }, [tag, reset])
  const options = { touches: TAG_TOUCHES, form, onDone: onClose }
  const creating = useAction(createTag, { ...options, done: say('created') })
  const saving = useAction(updateTag, { ...options, done: ui('saved') })

  const submit = () => {
    const body = pick(form.values)
    if (isNew) creating.mutate({ body })
    else saving.mutate({ params: { id: edited }, body })
  }
  return (
    <FormDrawer
      opened
      title={say(isNew ? 'create' : 'edit')}
      onClose={onClose}
      onSubmit={submit}
      busy={creating.isPending || saving.isPending}
    >
      {!isNew && !tag ? (
        <Loaded answer={read}>{() => null}</Loaded>
      ) : (
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
    </FormDrawer>
  )
}

/** Only what the form is about: what was read has more. */
function pick(values: typeof EMPTY): typeof EMPTY {
  return Object.fromEntries(
    Object.keys(EMPTY).map((key) => [key, values[key as keyof typeof EMPTY]]),
  ) as typeof EMPTY
}
