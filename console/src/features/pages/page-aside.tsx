import { Fieldset, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import type { Fields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { SeoFields } from '../../ui/seo-fields.tsx'
import { TemplateField } from '../../ui/template-field.tsx'
import type { PageForm } from './page-fields.ts'
import { pageWords } from './pages.words.ts'

export function PageAside({ form }: { form: Fields<PageForm> }) {
  const say = useWords(pageWords)
  return (
    <Stack gap="md">
      <Switch label={say('enabled')} {...form.flag('enabled')} />
      <Switch label={say('inNav')} {...form.flag('show_in_nav')} />
      <Switch label={say('allowComment')} {...form.flag('allow_comment')} />
      <TextInput label={say('alias')} description={say('aliasHint')} {...form.text('alias')} />
      <NumberInput
        label={say('order')}
        description={say('orderHint')}
        {...form.bind('sort_order')}
        onChange={(value) => form.set('sort_order', Number(value) || 0)}
      />
      <Fieldset legend={say('look')}>
        <Stack gap="sm">
          <TemplateField
            label={say('template')}
            description={say('templateHint')}
            {...form.bind('template')}
          />
          <TextInput label={say('pageType')} description={say('pageTypeHint')} {...form.text('page_type')} />
          <TextInput label={say('cssClass')} {...form.text('css_class')} />
        </Stack>
      </Fieldset>
      <SeoFields form={form} />
    </Stack>
  )
}
