import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.tsx'
import { Dialog } from './dialog.tsx'
import { useFocusAfter } from './focus-back.ts'
import { Form } from './form.tsx'
import { useTypedText } from './typed-text.ts'
import { uiWords } from './ui.words.ts'

/** A dialog that asks for a choice or a text, not only for a confirmation. Enter in a field confirms it. */
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
  const submit = useFocusAfter(busy)
  const { onInput, leave } = useTypedText(onClose)
  const { label: other, onClick } = otherwise ?? { label: ui('cancel'), onClick: onClose }
  return (
    <Dialog
      onClose={leave}
      title={title}
      // A click outside must not lose what was typed.
      closeOnClickOutside={children === undefined}
    >
      <Form onSubmit={() => ready && !busy && onConfirm()}>
        <Stack onInput={onInput}>
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
            <Button
              ref={submit}
              type="submit"
              disabled={!ready}
              loading={busy}
              {...(danger && { color: 'red' })}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}
