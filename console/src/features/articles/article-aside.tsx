import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import { Accordion, Fieldset, MultiSelect, Paper, Stack, Switch, Textarea } from '@mantine/core'
import { memo, useEffect } from 'react'
import { type Fields, isSameBut } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { SeoFields } from '../../ui/seo-fields.tsx'
import { TemplateField } from '../../ui/template-field.tsx'
import { AliasField } from './alias-field.tsx'
import type { ArticleForm } from './article-fields.ts'
import { articleWords } from './articles.words.ts'
import { useCategoryChoices } from './category-choice.tsx'
import { CoverField } from './cover-field.tsx'
import { MainCategory } from './main-category.tsx'
import { type KnownTag, TagChoice } from './tag-choice.tsx'

interface AsideProps {
  readonly form: Fields<ArticleForm>
  /** The current category. */
  readonly own: ArticleDetail['category'] | undefined
  readonly tags: readonly KnownTag[]
  readonly saved: Pick<ArticleDetail, 'cover' | 'cover_media'> | undefined
}

/** Everything about an article except its text. Not rendered again while the text is typed. */
export const ArticleAside = memo(
  Aside,
  (before, after) =>
    before.own === after.own &&
    before.tags === after.tags &&
    before.saved === after.saved &&
    isSameBut('content', before.form, after.form),
)

function Aside({ form, own, tags, saved }: AsideProps) {
  const say = useWords(articleWords)
  const categories = useCategoryChoices()
  const { category_id, category_ids, tag_ids } = form.values
  const { base, settle } = form
  // A disabled category is not always an option, but the article may be in it.
  const isOffered = !own || categories.data.some(({ value }) => value === String(own.id))
  const withOwn = isOffered
    ? categories.data
    : [{ value: String(own.id), label: own.name, name: own.name }, ...categories.data]
  const chooseCategory = (id: number | null) => {
    form.set('category_id', id)
    if (category_ids.some((also) => also === id))
      form.set(
        'category_ids',
        category_ids.filter((also) => also !== id),
      )
  }
  const usual = categories.data.find(({ isDefault }) => isDefault) ?? categories.data[0]
  // A draft may have only a title, so a new article begins in the default category.
  useEffect(() => {
    if (usual && base.category_id === null) settle(base, { ...base, category_id: Number(usual.value) })
  }, [usual, base, settle])
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Stack gap="md">
          <MainCategory
            choices={withOwn}
            renderOption={categories.renderOption}
            value={category_id}
            onChange={chooseCategory}
            error={form.errorOf('category_id')}
          />
          <MultiSelect
            label={say('categories')}
            searchable
            clearable
            {...categories}
            data={categories.data.filter(({ value }) => value !== String(category_id))}
            value={category_ids.map(String)}
            onChange={(values) => form.set('category_ids', values.map(Number))}
            error={form.errorOf('category_ids')}
          />
          <TagChoice
            known={tags}
            value={tag_ids}
            onChange={(ids) => form.set('tag_ids', ids)}
            error={form.errorOf('tag_ids')}
          />
          <AliasField form={form} />
          <CoverField saved={saved} {...form.bind('cover')} />
          <Textarea
            label={say('summary')}
            description={say('summaryHint')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.text('summary')}
          />
        </Stack>
      </Paper>
      <Accordion variant="contained">
        <Accordion.Item value="more">
          <Accordion.Control>{say('more')}</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="md">
              <Fieldset legend={say('flagsTitle')}>
                <Stack gap="xs">
                  <Switch label={say('top')} {...form.flag('is_top')} />
                  <Switch label={say('hot')} {...form.flag('is_hot')} />
                  <Switch label={say('recommended')} {...form.flag('is_recommend')} />
                </Stack>
              </Fieldset>
              <Switch label={say('allowComment')} {...form.flag('allow_comment')} />
              <TemplateField
                label={say('template')}
                description={say('templateHint')}
                {...form.bind('template')}
              />
              <SeoFields
                form={form}
                fallback={{
                  title: form.values.title,
                  description: form.values.summary,
                  picture: form.values.cover,
                }}
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  )
}
