import { Box, Fieldset, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { Fields } from '../lib/fields.ts'
import { useWords, words } from '../lib/words.tsx'

const seoWords = words({
  seo: ['Search engines', '搜索引擎'],
  title: ['Title', '标题'],
  keywords: ['Keywords', '关键词'],
  description: ['Description', '描述'],
  counted: ['{n} of about {most} characters', '{n} / 约 {most} 个字符'],
  preview: ['Search result preview', '搜索结果预览'],
  social: ['Preview of a shared link', '分享链接预览'],
  noTitle: ['Title', '标题'],
  noDescription: ['The description appears here.', '描述将显示在这里。'],
})

type Seo = { readonly seo_title: string; readonly seo_keywords: string; readonly seo_description: string }

/** Lengths after which search engines cut. */
const SHOWN_TITLE = 60
const SHOWN_DESCRIPTION = 160

/** The SEO fields shared by articles, categories, tags and pages, with a preview of the search result. */
export function SeoFields<Form extends Seo & Readonly<Record<string, unknown>>>({
  form,
  fallback,
}: {
  form: Fields<Form>
  /** Fallbacks for empty fields. */
  fallback?: {
    readonly title: string
    readonly description: string
    /** The image of a shared link. Without one there is no social preview. */
    readonly picture?: string
  }
}) {
  const say = useWords(seoWords)
  const { seo_title, seo_description } = form.values
  const counted = (text: string, most: number) => say('counted', { n: [...text].length, most })
  return (
    <Fieldset legend={say('seo')}>
      <Stack gap="sm">
        <TextInput
          label={say('title')}
          description={counted(seo_title, SHOWN_TITLE)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.text('seo_title')}
        />
        <TextInput label={say('keywords')} {...form.text('seo_keywords')} />
        <Textarea
          label={say('description')}
          description={counted(seo_description, SHOWN_DESCRIPTION)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          {...form.text('seo_description')}
        />
        {fallback && (
          <Box role="figure" aria-label={say('preview')} className="seo-preview">
            <Text className="seo-preview-title" truncate>
              {cut(seo_title || fallback.title || say('noTitle'), SHOWN_TITLE)}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {cut(seo_description || fallback.description || say('noDescription'), SHOWN_DESCRIPTION)}
            </Text>
          </Box>
        )}
        {fallback?.picture !== undefined && (
          <Box role="figure" aria-label={say('social')} className="seo-preview social-preview">
            {fallback.picture !== '' && <img src={fallback.picture} alt="" />}
            <Text size="xs" c="dimmed">
              {location.host}
            </Text>
            <Text fw={600} size="sm" lineClamp={2}>
              {seo_title || fallback.title || say('noTitle')}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {seo_description || fallback.description || say('noDescription')}
            </Text>
          </Box>
        )}
      </Stack>
    </Fieldset>
  )
}

function cut(text: string, most: number): string {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : text
}
