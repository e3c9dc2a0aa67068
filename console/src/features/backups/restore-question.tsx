import { getBackup } from '@inkstone/contract/backups.ts'
import { Alert, Button, Code, CopyButton, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useAnswer } from '../../lib/asking.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Loaded } from '../../ui/page.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { backupWords } from './backups.words.ts'

const LOST = ['articles', 'pages', 'comments', 'media', 'users'] as const
const WORDS = {
  articles: 'lostArticles',
  pages: 'lostPages',
  comments: 'lostComments',
  media: 'lostMedia',
  users: 'lostUsers',
} as const

/**
 * What a restore would undo, and the command that does it. The service cannot replace the database that it runs on, so
 * it does not pretend to.
 */
export function RestoreQuestion({ name, onClose }: { name: string; onClose: () => void }) {
  const say = useWords(backupWords)
  const ui = useWords(uiWords)
  const answer = useAnswer(getBackup, { params: { name } })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={say('restoreTitle')}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Loaded answer={answer}>
        {({ create_time, kind, lost, command }) => {
          const some = LOST.filter((what) => lost[what] > 0)
          return (
            <Stack>
              <Alert
                color={some.length > 0 ? 'red' : 'blue'}
                title={say('lostTitle', { time: short(create_time) })}
              >
                {some.length === 0 ? (
                  <Text size="sm">{say('lostNothing')}</Text>
                ) : (
                  <List size="sm">
                    {some.map((what) => (
                      <List.Item key={what}>{say(WORDS[what], { n: lost[what] })}</List.Item>
                    ))}
                  </List>
                )}
                <Text size="sm" mt="xs">
                  {say(kind === 'database' ? 'lostDatabase' : 'lostUploads')}
                </Text>
              </Alert>
              <Text size="sm">{say('restoreHint')}</Text>
              <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {command}
              </Code>
              <Group justify="flex-end">
                <CopyButton value={command}>
                  {({ copied, copy }) => (
                    <Button onClick={copy}>{copied ? ui('copied') : say('copyCommand')}</Button>
                  )}
                </CopyButton>
              </Group>
            </Stack>
          )
        }}
      </Loaded>
    </Modal>
  )
}
