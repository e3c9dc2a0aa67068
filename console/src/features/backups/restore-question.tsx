import { getBackup } from '@inkstone/contract/backups.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { Alert, Button, Checkbox, Code, Divider, Group, List, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { takeFocus } from '../../ui/focus-back.ts'
import { Loaded } from '../../ui/page.tsx'
import { backupWords } from './backups.words.ts'
import { useRestoring } from './restoring.ts'

type Backup = AnswerOf<typeof getBackup>

const LOST = ['articles', 'pages', 'comments', 'media', 'users'] as const
const WORDS = {
  articles: 'lostArticles',
  pages: 'lostPages',
  comments: 'lostComments',
  media: 'lostMedia',
  users: 'lostUsers',
} as const

/** Shows what a restore will undo, and starts it. */
export function RestoreQuestion({ name, onClose }: { name: string; onClose: () => void }) {
  const say = useWords(backupWords)
  const answer = useAnswer(getBackup, { params: { name } })
  return (
    <Dialog onClose={onClose} size="lg" title={say('restoreTitle')}>
      <Loaded answer={answer}>{(backup) => <Restore backup={backup} />}</Loaded>
    </Dialog>
  )
}

function Restore({ backup }: { backup: Backup }) {
  const say = useWords(backupWords)
  const [isAgreed, setAgreed] = useState(false)
  const { isBusy, isWaiting, outcome, restore } = useRestoring(backup.name, backup.last_restore)
  if (isWaiting)
    return (
      <Group role="status" wrap="nowrap" ref={takeFocus} tabIndex={-1}>
        <Loader size="sm" />
        <Text size="sm">{say('restoring')}</Text>
      </Group>
    )
  if (outcome?.done === 1)
    return (
      <Alert color="teal" role="status" ref={takeFocus} tabIndex={-1}>
        {say('restored')}
      </Alert>
    )
  return (
    <Stack>
      {outcome && (
        <Alert color="red" title={say('restoreFailed')} ref={takeFocus} tabIndex={-1}>
          {outcome.reason}
        </Alert>
      )}
      <Losses backup={backup} />
      <Checkbox
        label={say(lossesOf(backup.lost).length > 0 ? 'agree' : 'agreeToRestart')}
        checked={isAgreed}
        onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button color="red" disabled={!isAgreed} loading={isBusy} onClick={restore}>
          {say('restoreNow')}
        </Button>
      </Group>
      <Divider />
      <ByCommand command={backup.command} />
    </Stack>
  )
}

const lossesOf = (lost: Backup['lost']) => LOST.filter((what) => lost[what] > 0)

function Losses({ backup: { create_time, kind, lost } }: { backup: Backup }) {
  const say = useWords(backupWords)
  const some = lossesOf(lost)
  return (
    <Alert
      color={some.length > 0 ? 'red' : 'blue'}
      title={say(some.length > 0 ? 'lostTitle' : 'lostNothing', { time: short(create_time) })}
    >
      {some.length > 0 && (
        <List size="sm" mb="xs">
          {some.map((what) => (
            <List.Item key={what}>{say(WORDS[what], { n: lost[what] })}</List.Item>
          ))}
        </List>
      )}
      <Text size="sm">{say(kind === 'database' ? 'lostDatabase' : 'lostUploads')}</Text>
    </Alert>
  )
}

function ByCommand({ command }: { command: string }) {
  const say = useWords(backupWords)
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {say('byCommand')}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {command}
      </Code>
      <Group justify="flex-end">
        <CopyText text={command} label={say('copyCommand')} size="xs" />
      </Group>
    </Stack>
  )
}
