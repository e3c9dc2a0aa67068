import { Button, Drawer, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.tsx'
import { useFocusAfter, useFocusBack } from './focus-back.ts'
import { Form } from './form.tsx'
import { useOnTop } from './on-top.ts'
import { useTypedText } from './typed-text.ts'
import { uiWords } from './ui.words.ts'

/** A form beside a list. It stays open until the server has accepted it. */
export function FormDrawer({
  title,
  opened,
  onClose,
  onSubmit,
  busy,
  submitLabel,
  size = 'md',
  children,
}: {
  title: string
  opened: boolean
  onClose: () => void
  onSubmit: () => void
  busy: boolean
  submitLabel?: string
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}) {
  const say = useWords(uiWords)
  const isOnTop = useOnTop(opened)
  const { onInput, leave } = useTypedText(onClose)
  const submit = useFocusAfter(busy)
  useFocusBack()
  return (
    <Drawer
      opened={opened}
      closeOnEscape={isOnTop}
      onClose={leave}
      title={title}
      position="right"
      // A click outside must not lose what was typed.
      closeOnClickOutside={false}
      size={size}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <Form onSubmit={onSubmit}>
        <Stack gap="md" onInput={onInput}>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
            <Button ref={submit} type="submit" loading={busy}>
              {submitLabel ?? say('save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Drawer>
  )
}
