import { backupKinds, createBackup, downloadBackup, listBackups } from '@inkstone/contract/backups.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { listJobs } from '@inkstone/contract/jobs.ts'
import { Alert, Button, Menu, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { download } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { refreshAll, showError, useAction, useAnswer } from '../../lib/requests.ts'
import { sizeText } from '../../lib/sizes.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { backupWords } from './backups.words.ts'
import { RestoreQuestion } from './restore-question.tsx'

type Backup = AnswerOf<typeof listBackups>['list'][number]

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const BACKUP_TOUCHES = ['/api/backups', '/api/jobs']
const POLL_EVERY_MS = 10_000

export function BackupsPage() {
  const say = useWords(backupWords)
  const may = useMay()
  const [{ page }, change] = useAddress()
  const [asked, setAsked] = useState<string>()
  const fetchBackup = (name: string) => {
    notifications.show({ message: say('downloading') })
    download(downloadBackup, { params: { name } }).catch(showError)
  }
  const backups = useAnswer(listBackups, { query: { page } })
  const rows = backups.data && {
    ...backups.data,
    list: backups.data.list.map((backup, id) => ({ ...backup, id })),
  }
  return (
    <Page title={say('title')} hint={say('hint')} actions={may('backups.manage') && <MakeBackup />}>
      <UnderWay />
      <Listing
        answer={{ ...backups, data: rows }}
        nothing={say('nothing')}
        nameOf={({ name }) => name}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('kind'), cell: (backup) => <BackupName backup={backup} /> },
          { head: say('size'), cell: ({ size }) => <Unbroken>{sizeText(size)}</Unbroken>, align: 'right' },
          { head: say('engine'), cell: ({ engine }) => ENGINES[engine], wideOnly: true },
          {
            head: say('time'),
            cell: ({ create_time }) => <Unbroken>{short(create_time)}</Unbroken>,
            wideOnly: true,
          },
        ]}
        actions={({ name }) => (
          <RowMenu
            name={name}
            actions={[
              { label: say('download'), onClick: () => fetchBackup(name) },
              { label: say('restore'), danger: true, onClick: () => setAsked(name) },
            ]}
          />
        )}
      />
      {asked !== undefined && <RestoreQuestion name={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

function MakeBackup() {
  const say = useWords(backupWords)
  const making = useAction(createBackup, { done: say('ordered'), touches: BACKUP_TOUCHES })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<DownIcon size={14} />} loading={making.isPending}>
          {say('make')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {([...backupKinds, 'all'] as const).map((kind) => (
          <Menu.Item key={kind} onClick={() => making.mutate({ body: { kind } })}>
            {say(kind)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Polls the backup job until it is done, or shows why it failed. */
function UnderWay() {
  const say = useWords(backupWords)
  const client = useQueryClient()
  const { data } = useAnswer(listJobs, { query: { kind: 'backups.make', page_size: 20 } })
  const jobs = data?.list ?? []
  const isUnderWay = jobs.some(({ state }) => state === 'running' || state === 'waiting')
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => refreshAll(client, BACKUP_TOUCHES), POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, client])
  const last = jobs.find(({ state }) => state === 'done' || state === 'failed')
  if (isUnderWay) return <Alert role="status">{say('running')}</Alert>
  if (last?.state !== 'failed') return null
  return (
    <Alert color="red" style={{ overflowWrap: 'anywhere' }}>
      {say('failed', { error: last.last_error ?? '' })}
    </Alert>
  )
}

function BackupName({ backup: { kind, name, create_time } }: { backup: Backup }) {
  const say = useWords(backupWords)
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        {say(kind)}
      </Text>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        {name}
      </Text>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {short(create_time)}
      </Text>
    </Stack>
  )
}
