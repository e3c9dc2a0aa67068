import { createCategory, getCategory, updateCategory } from '@inkstone/contract/categories.ts'
import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { type Edited, useCreateOrEdit, useReadInto } from '../../lib/create-or-edit.ts'
import { type Fields, useFields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { Loaded } from '../../ui/page.tsx'
import { PictureField } from '../../ui/picture-field.tsx'
import { SeoFields } from '../../ui/seo-fields.tsx'
import { TemplateField } from '../../ui/template-field.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { categoryWords } from './categories.words.ts'
import { CategorySelect } from './category-select.tsx'
import { CATEGORY_TOUCHES, type CategoryNode } from './category-tree.ts'

const EMPTY = {
  name: '',
  alias: '',
  parent_id: 0,
  description: '',
  icon: '',
  cover: '',
  template: '',
  external_link: '',
  sort_order: 0,
  enabled: 1 as 0 | 1,
  show_in_nav: 0 as 0 | 1,
  seo_title: '',
  seo_keywords: '',
  seo_description: '',
}
type Values = typeof EMPTY

export function CategoryForm({
  edited,
  parent,
  tree,
  onClose,
}: {
  edited: Edited
  /** The parent of a new category, 0 for the top level. */
  parent: number
  tree: readonly CategoryNode[]
  onClose: () => void
}) {
  const say = useWords(categoryWords)
  const ui = useWords(uiWords)
  const form = useFields({ ...EMPTY, parent_id: parent })
  const answer = useReadInto(getCategory, edited, form)
  const { isNew, busy, save } = useCreateOrEdit(edited, form, {
    create: createCategory,
    update: updateCategory,
    touches: CATEGORY_TOUCHES,
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
        {() => <CategoryFields form={form} tree={tree} itself={edited === 'new' ? undefined : edited} />}
      </Loaded>
    </FormDrawer>
  )
}

function CategoryFields({
  form,
  tree,
  itself,
}: {
  form: Fields<Values>
  tree: readonly CategoryNode[]
  itself: number | undefined
}) {
  const say = useWords(categoryWords)
  return (
    <>
      <TextInput label={say('name')} required data-autofocus {...form.text('name')} />
      <TextInput label={say('alias')} description={say('aliasHint')} {...form.text('alias')} />
      <CategorySelect
        label={say('parent')}
        tree={tree}
        without={itself}
        none={say('topLevel')}
        {...form.bind('parent_id')}
        onChange={(id) => form.set('parent_id', id ?? 0)}
      />
      <Textarea label={say('description')} autosize minRows={2} {...form.text('description')} />
      <PictureField label={say('cover')} {...form.bind('cover')} />
      <TextInput label={say('icon')} description={say('iconHint')} {...form.text('icon')} />
      <TextInput
        label={say('externalLink')}
        description={say('externalLinkHint')}
        {...form.text('external_link')}
      />
      <TemplateField label={say('template')} description={say('templateHint')} {...form.bind('template')} />
      <NumberInput
        label={say('order')}
        description={say('orderHint')}
        {...form.bind('sort_order')}
        onChange={(value) => form.set('sort_order', Number(value) || 0)}
      />
      <Switch label={say('enabled')} {...form.flag('enabled')} />
      <Switch label={say('inNav')} {...form.flag('show_in_nav')} />
      <SeoFields form={form} />
    </>
  )
}
