import { DRAFT, listArticles, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { commentStatistics } from '@inkstone/contract/moderation.ts'
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAnswer } from '../../lib/asking.ts'
import { useMay, useMe } from '../../lib/may.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { ArticleStatusBadge } from '../articles/article-status.tsx'
import { overviewWords } from './overview.words.ts'

/** Where one stands after signing in: what waits, and what was worked on. */
export function OverviewPage() {
  const say = useWords(overviewWords)
  const may = useMay()
  const me = useMe()
  if (!me) return null
  const name = me.nickname || me.username
  if (!may('articles.create'))
    return (
      <Page title={say('welcome', { name })}>
        <Text>{say('member')}</Text>
      </Page>
    )
  return (
    <Page
      title={say('welcome', { name })}
      actions={
        <Button component={Link} to="/articles/new" leftSection={<PlusIcon size={16} />}>
          {say('write')}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <ArticleTotal label={say('drafts')} status={DRAFT} />
        <ArticleTotal label={say('pending')} status={PENDING} />
        <ArticleTotal label={say('published')} status={PUBLISHED} />
        {may('comments.moderate') && <CommentTotal />}
      </SimpleGrid>
      <Lately />
    </Page>
  )
}

function ArticleTotal({ label, status }: { label: string; status: 0 | 1 | 2 }) {
  const { data } = useAnswer(listArticles, { query: { status, page_size: 1 } })
  return (
    <Figure label={label} total={data?.total}>
      <Link to="/articles" search={{ status } as object} aria-label={label} style={COVERING} />
    </Figure>
  )
}

function CommentTotal() {
  const say = useWords(overviewWords)
  const { data } = useAnswer(commentStatistics, { query: { days: 1 } })
  return (
    <Figure label={say('comments')} total={data?.pending}>
      <Link to="/comments" aria-label={say('comments')} style={COVERING} />
    </Figure>
  )
}

const COVERING = { position: 'absolute', inset: 0 } as const

function Figure({
  label,
  total,
  children,
}: {
  label: string
  total: number | undefined
  children: ReactNode
}) {
  return (
    <Paper withBorder p="md" pos="relative">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={600} mt={4}>
        {total ?? '–'}
      </Text>
      {children}
    </Paper>
  )
}

function Lately() {
  const say = useWords(overviewWords)
  const { data } = useAnswer(listArticles, { query: { page_size: 8, sort: 'create_time', order: 'desc' } })
  if (!data || data.list.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4" mt="sm">
        {say('lately')}
      </Title>
      <Paper withBorder>
        {data.list.map((article) => (
          <Group key={article.id} justify="space-between" px="md" py="xs" wrap="nowrap" gap="md">
            <Anchor component={Link} to={`/articles/${article.id}`} size="sm" c="inherit" truncate>
              {article.title}
            </Anchor>
            <Group gap="sm" wrap="nowrap" style={{ flexShrink: 0 }}>
              <Text size="xs" c="dimmed" visibleFrom="sm">
                {short(article.create_time)}
              </Text>
              <ArticleStatusBadge article={article} />
            </Group>
          </Group>
        ))}
      </Paper>
    </Stack>
  )
}
