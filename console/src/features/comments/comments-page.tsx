import { commentStatistics, listReports } from '@inkstone/contract/comment-moderation.ts'
import { Badge, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Page } from '../../ui/page.tsx'
import { BlockedTab } from './blocked-tab.tsx'
import { commentWords } from './comments.words.ts'
import { CommentsTab } from './comments-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { WordsTab } from './words-tab.tsx'

const TABS = ['comments', 'reports', 'words', 'blocked'] as const

const LABELS = {
  comments: 'tabComments',
  reports: 'tabReports',
  words: 'tabWords',
  blocked: 'tabBlocked',
} as const

export function CommentsPage() {
  const say = useWords(commentWords)
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string }
  const tab = TABS.find((name) => name === asked) ?? 'comments'
  const navigate = useNavigate()
  const { data: counts } = useAnswer(commentStatistics, { query: { days: 1 } })
  const reports = useAnswer(listReports, { query: { page_size: 1 } }).data?.total ?? 0
  const waiting = { comments: counts?.pending ?? 0, reports, words: 0, blocked: 0 }
  // The filters of one tab do not apply to another.
  const go = (next: string | null) =>
    navigate({ to: '.', search: next === 'comments' ? {} : { tab: next } } as Parameters<typeof navigate>[0])
  return (
    <Page title={say('title')} hint={counts ? say('pendingCount', { n: counts.pending }) : say('hint')}>
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                waiting[name] > 0 ? (
                  <Badge size="sm" color="orange">
                    {waiting[name]}
                  </Badge>
                ) : undefined
              }
            >
              {say(LABELS[name])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="comments">
          <CommentsTab counts={counts} />
        </Tabs.Panel>
        <Tabs.Panel value="reports">
          <ReportsTab />
        </Tabs.Panel>
        <Tabs.Panel value="words">
          <WordsTab />
        </Tabs.Panel>
        <Tabs.Panel value="blocked">
          <BlockedTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
