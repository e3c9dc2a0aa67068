import { type ArticleItem, articleStatuses, listArticles } from '@inkstone/contract/articles.ts'
import { Anchor, Badge, Button, Group, Select, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAnswer } from '../../lib/asking.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ArticleMenu } from './article-menu.tsx'
import { ArticleStatusBadge, isScheduled, STATUS_WORDS } from './article-status.tsx'
import { articleWords } from './articles.words.ts'
import { BatchBar } from './batch-bar.tsx'
import { useCategoryChoices } from './category-choice.tsx'
import { ExportMenu } from './export-menu.tsx'

type Asked = { keyword?: string; status?: number; category_id?: number; tag_id?: number }

/** An address can be typed by hand. */
const idIn = (asked: unknown) => (Number.isInteger(asked) && Number(asked) > 0 ? Number(asked) : undefined)

const NONE: ReadonlySet<number> = new Set()

export function ArticlesPage() {
  const say = useWords(articleWords)
  const [{ page, keyword = '', ...asked }, turn] = useAddress<Asked>()
  const [chosen, choose] = useState<ReadonlySet<number>>(NONE)
  // Nothing is done with what is no longer seen.
  const change = useCallback(
    (changes: Parameters<typeof turn>[0]) => {
      choose(NONE)
      turn(changes)
    },
    [turn],
  )
  const status = articleStatuses.find((known) => known === asked.status)
  const category_id = idIn(asked.category_id)
  const tag_id = idIn(asked.tag_id)
  const filters = {
    keyword,
    status,
    category_id,
    tag_id,
    include_children: category_id === undefined ? undefined : (1 as const),
  }
  const articles = useAnswer(listArticles, { query: { page, ...filters } })
  const search = useCallback((keyword: string) => change({ keyword }), [change])
  const create = (
    <Button component={Link} to="/articles/new" leftSection={<PlusIcon size={16} />}>
      {say('create')}
    </Button>
  )
  const isFiltered = [keyword || undefined, status, category_id, tag_id].some((value) => value !== undefined)
  return (
    <Page
      title={say('title')}
      actions={
        <>
          <ExportMenu filters={filters} />
          {create}
        </>
      }
    >
      <Group gap="sm">
        <SearchBox value={keyword} onSearch={search} />
        <StatusChoice value={status} onChange={(status) => change({ status })} />
        <CategoryFilter value={category_id} onChange={(category_id) => change({ category_id })} />
      </Group>
      {chosen.size > 0 && <BatchBar ids={[...chosen]} onDone={(left) => choose(new Set(left))} />}
      <Listing
        answer={articles}
        filtered={isFiltered}
        empty={create}
        nameOf={({ title }) => title}
        selection={{ ids: chosen, choose }}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('name'), cell: (article) => <TitleCell article={article} /> },
          {
            head: say('status'),
            cell: (article) => <ArticleStatusBadge article={article} />,
            wideOnly: true,
            width: 120,
          },
          {
            head: say('author'),
            cell: ({ author }) => author.nickname || author.username,
            wideOnly: true,
            width: 130,
          },
          { head: say('category'), cell: ({ category }) => category.name, wideOnly: true, width: 130 },
          {
            head: say('views'),
            cell: ({ view_count }) => view_count,
            align: 'right',
            wideOnly: true,
            width: 80,
          },
          {
            head: say('updated'),
            cell: ({ update_time }) => short(update_time),
            wideOnly: true,
            width: 150,
          },
        ]}
        actions={(article) => <ArticleMenu article={article} />}
      />
    </Page>
  )
}

function StatusChoice({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (status: number | undefined) => void
}) {
  const say = useWords(articleWords)
  return (
    <Select
      aria-label={say('status')}
      placeholder={say('everyStatus')}
      clearable
      w={{ base: '100%', sm: 150 }}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
      data={articleStatuses.map((status) => ({ value: String(status), label: say(STATUS_WORDS[status]) }))}
    />
  )
}

function CategoryFilter({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
}) {
  const say = useWords(articleWords)
  return (
    <Select
      aria-label={say('category')}
      placeholder={say('everyCategory')}
      clearable
      searchable
      w={{ base: '100%', sm: 200 }}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
      {...useCategoryChoices()}
    />
  )
}

function TitleCell({ article }: { article: ArticleItem }) {
  const say = useWords(articleWords)
  const flags = [
    article.is_top === 1 && say('top'),
    article.is_hot === 1 && say('hot'),
    article.is_recommend === 1 && say('recommended'),
  ].filter((flag) => flag !== false)
  return (
    <div>
      <Anchor
        component={Link}
        to={`/articles/${article.id}`}
        size="sm"
        fw={500}
        c="inherit"
        style={{ overflowWrap: 'anywhere' }}
      >
        {article.title}
      </Anchor>
      <Group gap={6} mt={flags.length > 0 ? 4 : 0}>
        {flags.map((flag) => (
          <Badge key={flag} size="xs" variant="outline" color="gray">
            {flag}
          </Badge>
        ))}
      </Group>
      {isScheduled(article) && (
        <Text size="xs" c="dimmed" mt={4}>
          {say('scheduledFor', { time: short(article.publish_time) })}
        </Text>
      )}
      <Group gap={8} mt={6} hiddenFrom="sm">
        <ArticleStatusBadge article={article} />
        <Text size="xs" c="dimmed">
          {article.category.name} · {short(article.update_time)}
        </Text>
      </Group>
    </div>
  )
}
