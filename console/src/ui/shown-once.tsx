import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useWords, words } from '../lib/words.tsx'
import { CopyText } from './copy-text.tsx'
import { Dialog } from './dialog.tsx'

const shownOnceWords = words({
  warning: [
    'Copy it now and keep it safe: it is not shown again.',
    '请立即复制并妥善保存，关闭后将无法再次查看。',
  ],
  kept: ['I have saved it', '我已保存'],
})

/** A secret that the server shows only once. A click outside does not close it. */
export function ShownOnce({
  title,
  text,
  label,
  secret,
  onClose,
}: {
  title: string
  /** What it is for. */
  text?: string
  label: string
  secret: string
  onClose: () => void
}) {
  const say = useWords(shownOnceWords)
  return (
    <Dialog
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        {text !== undefined && <Text size="sm">{text}</Text>}
        <Alert color="orange">{say('warning')}</Alert>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            label={label}
            value={secret}
            readOnly
            flex={1}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyText text={secret} />
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>{say('kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
