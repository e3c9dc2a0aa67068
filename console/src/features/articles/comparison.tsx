import { compareRevisions } from '@inkstone/contract/revisions.ts'
import { Box, Stack, Text } from '@mantine/core'
import { useAnswer } from '../../lib/asking.ts'
import { useWords } from '../../lib/words.tsx'
import { Loaded } from '../../ui/page.tsx'
import { articleWords } from './articles.words.ts'
import { useCategoryChoices } from './category-choice.tsx'

/** What a revision had otherwise than the article has now, field by field. */
export function Comparison({ id, number }: { id: number; number: number }) {
  const say = useWords(articleWords)
  const textOf = useTextOf()
  const answer = useAnswer(compareRevisions, { params: { id, n: number } })
  return (
    <Box mt="sm">
      <Loaded answer={answer}>
        {({ changes }) => (
          <Stack gap="sm">
            {changes.length === 0 && <Text size="sm">{say('noDifference')}</Text>}
            {changes.map(({ field, from, to }) => (
              <div key={field}>
                <Text size="xs" fw={600}>
                  {isKnown(field) ? say(FIELD_WORDS[field]) : field}
                </Text>
                <Side label={say('before')} colour="red" value={textOf(field, from)} />
                <Side label={say('now')} colour="teal" value={textOf(field, to)} />
              </div>
            ))}
          </Stack>
        )}
      </Loaded>
    </Box>
  )
}

const FIELD_WORDS = {
  title: 'name',
  content: 'content',
  summary: 'summary',
  cover: 'cover',
  category_id: 'category',
  category_ids: 'categories',
  tag_ids: 'tags',
  is_top: 'top',
  is_hot: 'hot',
  is_recommend: 'recommended',
  allow_comment: 'allowComment',
  template: 'template',
  seo_title: 'seoTitle',
  seo_keywords: 'seoKeywords',
  seo_description: 'seoDescription',
} as const

const isKnown = (field: string): field is keyof typeof FIELD_WORDS => Object.hasOwn(FIELD_WORDS, field)

/** Categories by their names; what has none that are known by its number. */
function useTextOf() {
  const { data: categories } = useCategoryChoices()
  const nameOf = (id: unknown) => categories.find(({ value }) => value === String(id))?.label ?? String(id)
  return (field: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map(field === 'category_ids' ? nameOf : String).join(', ') || '–'
    if (field === 'category_id') return nameOf(value)
    return value === null || value === '' ? '–' : String(value)
  }
}

function Side({ label, colour, value }: { label: string; colour: string; value: string }) {
  return (
    <Box
      mt={4}
      px="xs"
      py={4}
      mah={200}
      style={{
        borderLeft: `3px solid var(--mantine-color-${colour}-5)`,
        overflow: 'auto',
        overflowWrap: 'anywhere',
        whiteSpace: 'pre-wrap',
      }}
    >
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="xs">{value}</Text>
    </Box>
  )
}
