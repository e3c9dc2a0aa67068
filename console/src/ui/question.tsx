import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.tsx'
import { uiWords } from './ui.words.ts'

/** A dialog that asks for a choice or a text, not only for a confirmation. */
export function Question({
  title,
  text,
  label,
  danger = false,
  busy = false,
  ready = true,
  otherwise,
  onClose,
  onConfirm,
  children,
}: {
  title: string
  text?: string
  label: string
  danger?: boolean
  busy?: boolean
  ready?: boolean
  /** An alternative action. */
  otherwise?: { readonly label: string; onClick(): void }
  onClose: () => void
  onConfirm: () => void
  children?: ReactNode
}) {
  const ui = useWords(uiWords)
  const { label: other, onClick } = otherwise ?? { label: ui('cancel'), onClick: onClose }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      // A click outside must not lose what was typed.
      closeOnClickOutside={children === undefined}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack>
        {text !== undefined && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        )}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClick}>
            {other}
          </Button>
          <Button disabled={!ready} loading={busy} onClick={onConfirm} {...(danger && { color: 'red' })}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
