import { listArticles } from '@inkstone/contract/article-endpoints.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { getStats } from '@inkstone/contract/stats.ts'
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay, useMe } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { sizeText } from '../../lib/sizes.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded, Page } from '../../ui/page.tsx'
import { ArticleStatusBadge } from '../articles/article-status.tsx'
import { FirstSteps } from './first-steps.tsx'
import { overviewWords } from './overview.words.ts'
import { DEFAULT_DAYS, Readership } from './readership.tsx'

type Stats = AnswerOf<typeof getStats>

/** The first screen: pending work, readership and recent articles. */
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
      {may('settings.manage') && <FirstSteps />}
      <Overview />
    </Page>
  )
}

function Overview() {
  const [days, setDays] = useState(DEFAULT_DAYS)
  const stats = useAnswer(getStats, { query: { days } })
  return (
    <Loaded answer={stats}>
      {(data) => (
        <>
          <Waiting waiting={data.waiting} />
          <Readership stats={data} days={days} onDays={setDays} />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <MostRead top={data.top} />
            <Lately />
          </SimpleGrid>
          <StorageState stats={data} />
        </>
      )}
    </Loaded>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </Paper>
  )
}

function Waiting({ waiting }: { waiting: Stats['waiting'] }) {
  const say = useWords(overviewWords)
  const all = [
    { n: waiting.reviews, word: 'reviews', to: '/articles', search: { review: 'pending' } },
    { n: waiting.sent_back, word: 'sentBack', to: '/articles', search: { review: 'rejected' } },
    { n: waiting.comments, word: 'comments', to: '/comments', search: {} },
    { n: waiting.reports, word: 'reports', to: '/comments', search: { tab: 'reports' } },
    { n: waiting.messages, word: 'messages', to: '/messages', search: {} },
  ] as const
  const open = all.filter(({ n }) => n !== null && n > 0)
  return (
    <Block title={say('waiting')}>
      {open.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('nothingWaits')}
        </Text>
      )}
      <Group gap="sm">
        {open.map(({ n, word, to, search }) => (
          <Button key={word} component={Link} to={to} {...({ search } as object)} variant="light" size="sm">
            {say(word, { n: n ?? 0 })}
          </Button>
        ))}
      </Group>
    </Block>
  )
}

function MostRead({ top }: { top: Stats['top'] }) {
  const say = useWords(overviewWords)
  return (
    <Block title={say('mostRead')}>
      {top.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('noViews')}
        </Text>
      )}
      <Stack gap={6} component="ol" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {top.map(({ id, title, views }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap" gap="md">
            <Anchor component={Link} to={`/articles/${id}`} size="sm" c="inherit" truncate>
              {title}
            </Anchor>
            <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
              {views}
            </Text>
          </Group>
        ))}
      </Stack>
    </Block>
  )
}

function Lately() {
  const say = useWords(overviewWords)
  const { data } = useAnswer(listArticles, { query: { page_size: 8, sort: 'update_time', order: 'desc' } })
  if (!data) return null
  return (
    <Block title={say('lately')}>
      {data.list.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('noArticles')}
        </Text>
      )}
      <Stack gap={6}>
        {data.list.map((article) => (
          <Group key={article.id} justify="space-between" wrap="nowrap" gap="md">
            <Anchor component={Link} to={`/articles/${article.id}`} size="sm" c="inherit" truncate>
              {article.title}
            </Anchor>
            <ArticleStatusBadge article={article} />
          </Group>
        ))}
      </Stack>
    </Block>
  )
}

/** For administrators: storage and backups. */
function StorageState({ stats: { storage, backups } }: { stats: Stats }) {
  const say = useWords(overviewWords)
  if (!storage) return null
  return (
    <Block title={say('state')}>
      <Stack gap={4}>
        <Text size="sm">{say('files', { n: storage.files, size: sizeText(storage.bytes) })}</Text>
        {backups && (
          <>
            <Text size="sm" {...(backups.database_time === null && { c: 'red' })}>
              {backups.database_time === null
                ? say('noBackup')
                : say('lastBackup', { time: short(backups.database_time) })}
            </Text>
            {backups.uploads_time !== null && (
              <Text size="sm">{say('lastUploads', { time: short(backups.uploads_time) })}</Text>
            )}
            <Group gap="md">
              <Text size="sm">{say('backupsKept', { n: backups.count, size: sizeText(backups.bytes) })}</Text>
              <Anchor component={Link} to="/backups" size="sm">
                {say('toBackups')}
              </Anchor>
            </Group>
          </>
        )}
      </Stack>
    </Block>
  )
}
