import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { getStats } from '@inkstone/contract/stats.ts'
import { Center, Grid, Group, Paper, SegmentedControl, Select, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { DayChart } from '../../ui/day-chart.tsx'
import { overviewWords } from './overview.words.ts'

type Stats = AnswerOf<typeof getStats>

export const DEFAULT_DAYS = 30
const PERIODS = [7, DEFAULT_DAYS, 90, 365] as const

/** Views or comments per day, as a chart and as a table. */
export function Readership({
  stats,
  days,
  onDays,
}: {
  stats: Stats
  days: number
  onDays: (days: number) => void
}) {
  const say = useWords(overviewWords)
  const [what, setWhat] = useState<'views' | 'comments'>('views')
  const name = say(what === 'views' ? 'views' : 'commentsOnly')
  const summary = useSummary(stats, what, name)
  const isEmpty = stats.views === 0 && stats.comments === 0
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {say('readership')}
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={say('shown')}
            value={what}
            onChange={(next) => setWhat(next === 'comments' ? 'comments' : 'views')}
            data={[
              { value: 'views', label: `${say('views')} ${stats.views}` },
              { value: 'comments', label: `${say('commentsOnly')} ${stats.comments}` },
            ]}
          />
          <Select
            size="xs"
            w={150}
            aria-label={say('period')}
            allowDeselect={false}
            value={String(days)}
            onChange={(next) => onDays(Number(next))}
            data={PERIODS.map((n) => ({ value: String(n), label: say('lastDays', { n }) }))}
          />
        </Group>
      </Group>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: isEmpty ? 12 : 8 }}>
          {stats[what] === 0 ? (
            <Center h="100%" mih={isEmpty ? 60 : 120}>
              <Text size="sm" c="dimmed">
                {summary}
              </Text>
            </Center>
          ) : (
            <DayChart
              points={stats.days.map((day) => ({ date: day.date, value: day[what] }))}
              summary={summary}
            />
          )}
        </Grid.Col>
        {!isEmpty && (
          <Grid.Col span={{ base: 12, md: 4 }}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
            <section className="day-table" aria-label={say('table')} tabIndex={0}>
              <Table verticalSpacing={4} stickyHeader>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{say('day')}</Table.Th>
                    <Table.Th ta="right">{say('views')}</Table.Th>
                    <Table.Th ta="right">{say('commentsOnly')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {stats.days.toReversed().map(({ date, views, comments }) => (
                    <Table.Tr key={date}>
                      <Table.Td>
                        <Text size="sm">{date}</Text>
                      </Table.Td>
                      <Table.Td ta="right">{views}</Table.Td>
                      <Table.Td ta="right">{comments}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </section>
          </Grid.Col>
        )}
      </Grid>
    </Paper>
  )
}

function useSummary({ days, views, comments }: Stats, what: 'views' | 'comments', name: string): string {
  const say = useWords(overviewWords)
  const total = what === 'views' ? views : comments
  const ends = { what: name, from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '' }
  if (total === 0) return say(what === 'views' ? 'noViewsSince' : 'noCommentsSince', ends)
  const busiest = days.reduce((most, day) => (day[what] > most[what] ? day : most))
  return say('chartSummary', { ...ends, total, most: busiest[what], day: busiest.date })
}
