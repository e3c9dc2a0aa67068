import { type Import, listImports } from '@inkstone/contract/imports.ts'
import { Anchor, Badge, Stack, Text, Title } from '@mantine/core'
import { useAddress } from '../../lib/address.ts'
import { useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { ImportWizard } from './import-wizard.tsx'
import { importWords } from './imports.words.ts'

const COLORS = { queued: 'gray', running: 'blue', done: 'teal', failed: 'red' } as const

export function ImportsPage() {
  const say = useWords(importWords)
  const [{ page, id }, change] = useAddress<{ id?: number | undefined }>()
  const imports = useAnswer(listImports, { query: { page } })
  const shown = id === undefined ? undefined : Number(id)
  return (
    <Page title={say('title')} hint={say('hint')}>
      <ImportWizard shown={shown} onShow={(next) => change({ id: next, page })} />
      <Title order={2} size="h4">
        {say('earlier')}
      </Title>
      <Listing
        answer={imports}
        nothing={say('nothing')}
        nameOf={({ filename }) => filename}
        onPage={(next) => change({ page: next })}
        columns={[
          {
            head: say('file'),
            cell: (row) => <ImportName row={row} onShow={() => change({ id: row.id, page })} />,
          },
          { head: say('status'), cell: (row) => <Status row={row} /> },
          {
            head: say('taken'),
            cell: ({ report, dry_run }) => (dry_run === 1 || !report ? '–' : report.articles + report.pages),
            align: 'right',
            wideOnly: true,
          },
          {
            head: say('time'),
            cell: ({ create_time }) => <Unbroken>{short(create_time)}</Unbroken>,
            wideOnly: true,
          },
        ]}
      />
    </Page>
  )
}

function ImportName({ row, onShow }: { row: Import; onShow: () => void }) {
  const say = useWords(importWords)
  return (
    <Stack gap={2} align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <Anchor component="button" size="sm" ta="left" onClick={onShow} title={say('show')}>
        {row.filename.split('/').at(-1)}
      </Anchor>
      <Text size="xs" c="dimmed">
        {say(row.kind)}
      </Text>
    </Stack>
  )
}

function Status({ row }: { row: Import }) {
  const say = useWords(importWords)
  const state = row.undone === 1 ? 'undone' : row.status === 'failed' ? 'failedState' : row.status
  return (
    <Badge variant="light" color={row.undone === 1 ? 'gray' : COLORS[row.status]} tt="none">
      {row.dry_run === 1 && row.status === 'done' ? say('dryRun') : say(state)}
    </Badge>
  )
}
