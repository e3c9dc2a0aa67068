import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Say } from '../lib/words.tsx'

const TIME_TO_UNDO_MS = 10_000

/** A notification with an Undo button for ten seconds, which stays while the work is undone: many things take a while. */
export function showWithUndo(
  message: string,
  ui: Say<'undo' | 'undoing'>,
  undo: () => Promise<unknown>,
): void {
  const id = notifications.show({
    color: 'teal',
    autoClose: TIME_TO_UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.update({ id, loading: true, autoClose: false, message: ui('undoing') })
            void undo().finally(() => notifications.hide(id))
          }}
        >
          {ui('undo')}
        </Button>
      </Group>
    ),
  })
}
