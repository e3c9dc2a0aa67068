import { lossInChinese } from '@inkstone/contract/import-losses.ts'
import { type Import, importRedirects, undoImport } from '@inkstone/contract/imports.ts'
import { Alert, Button, Group, List, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { download } from '../../lib/api.ts'
import { showError, useAction } from '../../lib/requests.ts'
import { useLanguage, useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { importWords } from './imports.words.ts'

const MAX_SHOWN = 100
type Report = NonNullable<Import['report']>

/** The progress of an import, or its report. */
export function ImportState({ row }: { row: Import }) {
  const say = useWords(importWords)
  const { language } = useLanguage()
  if (row.status === 'failed')
    return (
      <Alert color="red" role="alert" style={{ overflowWrap: 'anywhere' }}>
        {say('failed', { error: language === 'zh' ? lossInChinese(row.failure) : row.failure })}
      </Alert>
    )
  if (row.status !== 'done')
    return (
      <Stack gap={6} role="status">
        <Text size="sm">{say(row.dry_run === 1 ? 'checking' : 'importing')}</Text>
        <Progress value={row.progress} animated aria-label={say('progress')} />
      </Stack>
    )
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {row.filename}
      </Text>
      {row.report && <ImportReport report={row.report} isDry={row.dry_run === 1} />}
      {row.dry_run === 0 && <AfterImport row={row} />}
    </Stack>
  )
}

function ImportReport({ report, isDry }: { report: Report; isDry: boolean }) {
  const say = useWords(importWords)
  const counts = [
    ['articles', report.articles],
    ['pages', report.pages],
    ['commentCount', report.comments],
    ['files', report.files],
    ['categories', report.categories],
    ['tags', report.tags],
    ['alreadyThere', report.already_there],
  ] as const
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {say(isDry ? 'wouldTake' : 'wasTaken')}
      </Title>
      <SimpleGrid cols={{ base: 2, xs: 3, sm: 4, lg: 7 }} spacing="xs">
        {counts.map(([name, count]) => (
          <Paper key={name} withBorder p="xs">
            <Text fw={600} size="lg">
              {count}
            </Text>
            <Text size="xs" c="dimmed">
              {say(name)}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Updated report={report} isDry={isDry} />
      <Losses report={report} isDry={isDry} />
    </Stack>
  )
}

function Updated({ report: { updated, updated_texts }, isDry }: { report: Report; isDry: boolean }) {
  const say = useWords(importWords)
  if (updated === 0) return null
  const shown = updated_texts.slice(0, MAX_SHOWN)
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {say(isDry ? 'wouldUpdate' : 'wasUpdated', { count: String(updated) })}
      </Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {shown.map((path) => (
          <List.Item key={path}>{path}</List.Item>
        ))}
      </List>
      {updated > shown.length && (
        <Text size="sm" c="dimmed">
          {say('moreLosses', { count: String(updated - shown.length) })}
        </Text>
      )}
    </Stack>
  )
}

function Losses({ report: { losses, losses_total }, isDry }: { report: Report; isDry: boolean }) {
  const say = useWords(importWords)
  const { language } = useLanguage()
  if (losses_total === 0) return <Text size="sm">{say(isDry ? 'wouldLoseNothing' : 'noLosses')}</Text>
  const shown = losses.slice(0, MAX_SHOWN)
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {say('losses', { count: String(losses_total) })}
      </Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {shown.map(({ where, what }) => (
          <List.Item key={`${where} ${what}`}>
            <strong>{where}</strong>
            {language === 'zh' ? `：${lossInChinese(what)}` : `: ${what}`}
          </List.Item>
        ))}
      </List>
      {losses_total > shown.length && (
        <Text size="sm" c="dimmed">
          {say('moreLosses', { count: String(losses_total - shown.length) })}
        </Text>
      )}
    </Stack>
  )
}

function AfterImport({ row: { id, undone } }: { row: Import }) {
  const say = useWords(importWords)
  const confirm = useConfirm()
  const undoing = useAction(undoImport, {
    done: ({ undone: count, kept }) =>
      [
        say('undoneCount', { count: String(count) }),
        ...(kept > 0 ? [say('keptCount', { count: String(kept) })] : []),
      ].join(' '),
    touches: ['/api/imports', '/api/articles', '/api/pages', '/api/media', '/api/recycle-bin'],
  })
  if (undone === 1) return <Alert role="status">{say('undone')}</Alert>
  return (
    <Group gap="xs">
      <Button
        variant="default"
        onClick={() => download(importRedirects, { params: { id } }).catch(showError)}
      >
        {say('redirects')}
      </Button>
      <Button
        variant="light"
        color="red"
        loading={undoing.isPending}
        onClick={() => confirm(say('undoQuestion'), say('undo'), () => undoing.mutate({ params: { id } }))}
      >
        {say('undo')}
      </Button>
    </Group>
  )
}
