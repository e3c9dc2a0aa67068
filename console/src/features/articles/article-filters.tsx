import {
  ARCHIVED,
  type ArticleStatus,
  articleStatuses,
  DRAFT,
  PUBLISHED,
} from '@inkstone/contract/articles.ts'
import { Box, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { type Chip, Chips } from '../../ui/chips.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { STATUS_WORDS } from './article-status.tsx'
import { articleWords } from './articles.words.ts'
import { AuthorChoice, useAuthorName } from './author-choice.tsx'
import { useCategoryChoices } from './category-choice.tsx'
import { TagFilter } from './tag-filter.tsx'
import { useTagNames } from './tag-names.ts'

export type UrlParams = {
  keyword?: string
  status?: number
  scheduled?: number
  review?: string
  category_id?: number
  tag_id?: number
  author_id?: number
  from?: string
  to?: string
  sort?: string
  order?: string
  page_size?: number
}

export type ChangeParams = (
  changes: { readonly [Key in keyof UrlParams]?: UrlParams[Key] | undefined },
) => void

/** A URL can be typed by hand. */
const idIn = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined)
const dayIn = (value: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : undefined)

const REVIEWS = ['pending', 'rejected'] as const

/** The query parameters for the server. */
export function filtersOf(params: UrlParams) {
  const category_id = idIn(params.category_id)
  return {
    keyword: String(params.keyword ?? ''),
    status: articleStatuses.find((known) => known === params.status),
    scheduled: params.scheduled === 1 ? (1 as const) : undefined,
    review_status: REVIEWS.find((known) => known === params.review),
    category_id,
    include_children: category_id === undefined ? undefined : (1 as const),
    tag_id: idIn(params.tag_id),
    author_id: idIn(params.author_id),
    start_time: dayIn(params.from),
    end_time: dayIn(params.to),
  }
}
export type Filters = ReturnType<typeof filtersOf>

/** Two in a row on a phone. */
const HALF = 'calc(50% - 6px)'

const NO_FILTERS = {
  keyword: undefined,
  status: undefined,
  scheduled: undefined,
  review: undefined,
  category_id: undefined,
  tag_id: undefined,
  author_id: undefined,
  from: undefined,
  to: undefined,
} as const

/** The options of the status filter: statuses, scheduled, and review states. */
const STATES = [
  { value: 'draft', word: 'draft', asks: { status: DRAFT } },
  { value: 'scheduled', word: 'scheduled', asks: { scheduled: 1 } },
  { value: 'pending', word: 'pending', asks: { review: 'pending' } },
  { value: 'rejected', word: 'sentBack', asks: { review: 'rejected' } },
  { value: 'published', word: 'published', asks: { status: PUBLISHED } },
  { value: 'archived', word: 'archived', asks: { status: ARCHIVED } },
] as const

function askedFor(value: string | null) {
  const asks = STATES.find((state) => state.value === value)?.asks
  return { status: undefined, scheduled: undefined, review: undefined, ...asks }
}

function stateOf({ status, scheduled, review_status }: Filters): string | null {
  if (review_status !== undefined) return review_status
  if (scheduled !== undefined) return 'scheduled'
  return status === undefined ? null : STATUS_WORDS[status]
}

export function ArticleFilterBar({
  filters,
  onSearch,
  onChange,
}: {
  filters: Filters
  onSearch: (keyword: string) => void
  onChange: ChangeParams
}) {
  const say = useWords(articleWords)
  // On a phone the list would begin below the fold.
  const [isOpen, setOpen] = useState(false)
  const chosen = (next: string | null) => (next === null ? undefined : Number(next))
  const textOf = (value: number | undefined) => (value === undefined ? null : String(value))
  return (
    <>
      <Group gap="sm">
        <Group gap="sm" wrap="nowrap" w={{ base: '100%', sm: 'auto' }}>
          <SearchBox value={filters.keyword} onSearch={onSearch} />
          <Button
            variant="default"
            hiddenFrom="sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            style={{ flexShrink: 0 }}
          >
            {say('filters')}
          </Button>
        </Group>
        <Box className={isOpen ? 'filters' : 'filters filters-closed'}>
          <Select
            aria-label={say('status')}
            placeholder={say('everyStatus')}
            clearable
            w={{ base: HALF, sm: 150 }}
            value={stateOf(filters)}
            onChange={(next) => onChange(askedFor(next))}
            data={STATES.map(({ value, word }) => ({ value, label: say(word) }))}
          />
          <Select
            aria-label={say('category')}
            placeholder={say('everyCategory')}
            clearable
            searchable
            w={{ base: HALF, sm: 180 }}
            value={textOf(filters.category_id)}
            onChange={(next) => onChange({ category_id: chosen(next) })}
            {...useCategoryChoices()}
          />
          <TagFilter
            value={filters.tag_id}
            onChange={(tag_id) => onChange({ tag_id })}
            w={{ base: HALF, sm: 150 }}
          />
          <AuthorChoice
            aria-label={say('author')}
            placeholder={say('everyAuthor')}
            clearable
            w={{ base: HALF, sm: 140 }}
            value={filters.author_id}
            onChange={(author_id) => onChange({ author_id })}
          />
          <Group gap={4} wrap="nowrap" w={{ base: '100%', sm: 'auto' }}>
            <Text size="sm" c="dimmed" aria-hidden="true" style={{ whiteSpace: 'nowrap' }} mr={4}>
              {say('created')}
            </Text>
            <TextInput
              type="date"
              flex={1}
              aria-label={say('createdFrom')}
              max="9999-12-31"
              value={filters.start_time ?? ''}
              onChange={({ currentTarget }) => onChange({ from: currentTarget.value || undefined })}
            />
            –
            <TextInput
              type="date"
              flex={1}
              aria-label={say('createdTo')}
              max="9999-12-31"
              value={filters.end_time ?? ''}
              onChange={({ currentTarget }) => onChange({ to: currentTarget.value || undefined })}
            />
          </Group>
        </Box>
      </Group>
      <FilterChips filters={filters} onChange={onChange} />
    </>
  )
}

/** All active filters as chips, however they came into the URL. */
function FilterChips({ filters, onChange }: { filters: Filters; onChange: ChangeParams }) {
  const say = useWords(articleWords)
  const { data: categories } = useCategoryChoices()
  const { keyword, status, scheduled, review_status, category_id, tag_id, author_id } = filters
  const { start_time, end_time } = filters
  const authorName = useAuthorName(author_id)
  const tagNameOf = useTagNames(tag_id === undefined ? [] : [tag_id])
  const categoryName =
    categories.find(({ value }) => value === String(category_id))?.label ?? `#${category_id}`
  const possible: readonly (Chip & { readonly shown: boolean })[] = [
    {
      key: 'keyword',
      shown: keyword !== '',
      label: say('chipKeyword', { value: keyword }),
      onRemove: () => onChange({ keyword: undefined }),
    },
    {
      key: 'status',
      shown: status !== undefined,
      label: say('chip', { name: say('status'), value: say(STATUS_WORDS[status ?? (0 as ArticleStatus)]) }),
      onRemove: () => onChange({ status: undefined }),
    },
    {
      key: 'scheduled',
      shown: scheduled !== undefined,
      label: say('chip', { name: say('status'), value: say('scheduled') }),
      onRemove: () => onChange({ scheduled: undefined }),
    },
    {
      key: 'review',
      shown: review_status !== undefined,
      label: say('chip', {
        name: say('status'),
        value: say(review_status === 'rejected' ? 'sentBack' : 'pending'),
      }),
      onRemove: () => onChange({ review: undefined }),
    },
    {
      key: 'category',
      shown: category_id !== undefined,
      label: say('chip', { name: say('category'), value: categoryName }),
      onRemove: () => onChange({ category_id: undefined }),
    },
    {
      key: 'tag',
      shown: tag_id !== undefined,
      label: say('chip', { name: say('tag'), value: tagNameOf(tag_id) }),
      onRemove: () => onChange({ tag_id: undefined }),
    },
    {
      key: 'author',
      shown: author_id !== undefined,
      label: say('chip', { name: say('author'), value: authorName }),
      onRemove: () => onChange({ author_id: undefined }),
    },
    {
      key: 'from',
      shown: start_time !== undefined,
      label: say('chipFrom', { value: start_time ?? '' }),
      onRemove: () => onChange({ from: undefined }),
    },
    {
      key: 'to',
      shown: end_time !== undefined,
      label: say('chipTo', { value: end_time ?? '' }),
      onRemove: () => onChange({ to: undefined }),
    },
  ]
  return <Chips chips={possible.filter(({ shown }) => shown)} onClear={() => onChange(NO_FILTERS)} />
}
