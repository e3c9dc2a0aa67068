import { listArticles } from '@inkstone/contract/article-endpoints.ts'
import type { ArticleItem } from '@inkstone/contract/articles.ts'
import { Anchor, Badge, Button, Group, Image, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing, PAGE_SIZES } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { ArticleFilterBar, filtersOf, type UrlParams } from './article-filters.tsx'
import { ArticleMenu } from './article-menu.tsx'
import { ArticleStatusBadge, isScheduled } from './article-status.tsx'
import { articleWords } from './articles.words.ts'
import { listAddress } from './articles-address.ts'
import { BatchBar } from './batch-bar.tsx'
import { EveryResult } from './every-result.tsx'
import { ExportMenu } from './export-menu.tsx'
import { SavedViews } from './saved-views.tsx'

const NONE: ReadonlySet<number> = new Set()
const SORTS = [
  'update_time',
  'publish_time',
  'create_time',
  'view_count',
  'like_count',
  'comment_count',
] as const

export function ArticlesPage() {
  const say = useWords(articleWords)
  const [{ page, ...params }, turn] = useAddress<UrlParams>()
  const [chosen, choose] = useState<ReadonlySet<number>>(NONE)
  // The selection is kept across pages, but not across filters.
  const change = useCallback(
    (changes: Parameters<typeof turn>[0]) => {
      if (Object.keys(changes).some((name) => name !== 'page')) choose(NONE)
      turn(changes)
    },
    [turn],
  )
  const filters = filtersOf(params)
  const sort = SORTS.find((known) => known === params.sort)
  const order = params.order === 'asc' ? ('asc' as const) : ('desc' as const)
  const page_size = PAGE_SIZES.find((size) => size === params.page_size) ?? PAGE_SIZES[0]
  const articles = useAnswer(listArticles, {
    query: { page, page_size, ...filters, sort, order: sort && order },
  })
  const address = JSON.stringify({ ...params, page: page > 1 ? page : undefined })
  useEffect(() => listAddress.set(JSON.parse(address)), [address])
  const search = useCallback((keyword: string) => change({ keyword }), [change])
  const create = (
    <Button component={Link} to="/articles/new" leftSection={<PlusIcon size={16} />}>
      {say('create')}
    </Button>
  )
  const { keyword, include_children: _, ...narrowing } = filters
  const isFiltered = keyword !== '' || Object.values(narrowing).some((value) => value !== undefined)
  return (
    <Page
      title={say('title')}
      actions={
        <>
          <SavedViews search={params} />
          <ExportMenu filters={filters} />
          {create}
        </>
      }
    >
      <ArticleFilterBar filters={filters} onSearch={search} onChange={change} />
      {chosen.size > 0 && <BatchBar ids={[...chosen]} onDone={(left) => choose(new Set(left))} />}
      <EveryResult
        answer={articles.data}
        chosen={chosen}
        query={{ ...filters, sort, order: sort && order }}
        onChoose={choose}
      />
      <Listing
        answer={articles}
        nothing={say('nothing')}
        filtered={isFiltered}
        empty={create}
        nameOf={({ title }) => title}
        selection={{ ids: chosen, choose }}
        sorting={{ by: sort, order, onSort: (sort, order) => change({ sort, order }) }}
        pageSize={{ value: page_size, onChange: (page_size) => change({ page_size }) }}
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
            width: 90,
            sort: 'view_count',
          },
          {
            head: say('updated'),
            cell: ({ update_time }) => short(update_time),
            wideOnly: true,
            width: 150,
            sort: 'update_time',
          },
        ]}
        actions={(article) => <ArticleMenu article={article} />}
      />
    </Page>
  )
}

/** The smallest variant of the cover. */
function thumbnailOf({ cover, cover_media }: ArticleItem): string {
  const smallest = cover_media?.variants.toSorted((one, other) => one.width - other.width)[0]
  return smallest?.url ?? cover
}

function TitleCell({ article }: { article: ArticleItem }) {
  const say = useWords(articleWords)
  const flags = [
    article.is_top === 1 && say('top'),
    article.is_hot === 1 && say('hot'),
    article.is_recommend === 1 && say('recommended'),
  ].filter((flag) => flag !== false)
  return (
    <Group gap="sm" wrap="nowrap">
      {article.cover !== '' && (
        <Image
          src={thumbnailOf(article)}
          alt=""
          w={48}
          h={36}
          radius="sm"
          fit="cover"
          loading="lazy"
          visibleFrom="sm"
        />
      )}
      <div style={{ minWidth: 0 }}>
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
        <Group gap={6} mt={flags.length > 0 ? 4 : 0} visibleFrom="sm">
          <Flags flags={flags} />
        </Group>
        {isScheduled(article) && (
          <Text size="xs" c="dimmed" mt={4}>
            {say('scheduledFor', { time: short(article.scheduled_time) })}
          </Text>
        )}
        <Group gap={8} mt={6} hiddenFrom="sm">
          <ArticleStatusBadge article={article} />
          <Flags flags={flags} />
          <Text size="xs" c="dimmed">
            {article.category.name} · {short(article.update_time)}
          </Text>
        </Group>
      </div>
    </Group>
  )
}

function Flags({ flags }: { flags: readonly string[] }) {
  return flags.map((flag) => (
    <Badge key={flag} size="xs" variant="outline" color="gray">
      {flag}
    </Badge>
  ))
}
