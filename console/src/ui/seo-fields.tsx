import { Fieldset, Stack, Textarea, TextInput } from '@mantine/core'
import type { Fields } from '../lib/fields.ts'
import { useWords, words } from '../lib/words.tsx'

const seoWords = words({
  seo: ['For search engines', '搜索引擎'],
  title: ['Title', '标题'],
  keywords: ['Keywords', '关键词'],
  description: ['Description', '描述'],
})

type Seo = { readonly seo_title: string; readonly seo_keywords: string; readonly seo_description: string }

/** The three that articles, categories, tags and pages have alike. */
export function SeoFields<Form extends Seo & Readonly<Record<string, unknown>>>({
  form,
}: {
  form: Fields<Form>
}) {
  const say = useWords(seoWords)
  return (
    <Fieldset legend={say('seo')}>
      <Stack gap="sm">
        <TextInput label={say('title')} {...form.text('seo_title')} />
        <TextInput label={say('keywords')} {...form.text('seo_keywords')} />
        <Textarea label={say('description')} autosize minRows={2} {...form.text('seo_description')} />
      </Stack>
    </Fieldset>
  )
}
