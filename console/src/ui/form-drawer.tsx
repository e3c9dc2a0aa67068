import { Button, Drawer, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { uiWords } from './ui.words.ts'

/** Who works with the keyboard goes on where the form was opened. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}

/** A form at the side of a list. It stays open until what it says was accepted. */
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
  useFocusBack()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      // What was typed is not lost by a click beside it.
      closeOnClickOutside={false}
      size={size}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {submitLabel ?? say('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
