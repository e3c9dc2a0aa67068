import { Alert, Button, FileButton, List, Progress, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { useWords } from '../../lib/words.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { mediaWords } from './media.words.ts'
import type { Uploading } from './uploading.ts'

export function UploadButton({
  uploading,
  label,
  accept,
}: {
  uploading: Uploading
  label?: string
  accept?: string | undefined
}) {
  const say = useWords(mediaWords)
  const reset = useRef<() => void>(null)
  const start = (files: File[]) => {
    uploading.start(files)
    // Allows choosing the same file again after an error.
    reset.current?.()
  }
  return (
    <FileButton multiple resetRef={reset} onChange={start} {...(accept !== undefined && { accept })}>
      {(button) => (
        <Button {...button} leftSection={<UploadIcon size={16} />} loading={uploading.progress !== undefined}>
          {label ?? say('upload')}
        </Button>
      )}
    </FileButton>
  )
}

/** The progress of an upload, and the files that failed. */
export function UploadState({ uploading: { progress, refused, forget } }: { uploading: Uploading }) {
  const say = useWords(mediaWords)
  const ui = useWords(uiWords)
  if (progress) {
    const text = say('uploading', progress)
    return (
      <Stack gap={4} role="status">
        <Text size="sm">{text}</Text>
        <Progress value={(progress.done / progress.all) * 100} animated striped aria-label={text} />
      </Stack>
    )
  }
  if (refused.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      title={say('notUploaded')}
      withCloseButton
      closeButtonLabel={ui('close')}
      onClose={forget}
    >
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {refused.map(({ name, why }) => (
          <List.Item key={name}>
            <b>{name}</b> — {why}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
