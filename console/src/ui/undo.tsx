import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const TIME_TO_UNDO_MS = 10_000

/** A notification with an Undo button for ten seconds. */
export function showWithUndo(message: string, label: string, undo: () => void): void {
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
            notifications.hide(id)
            undo()
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  })
}
