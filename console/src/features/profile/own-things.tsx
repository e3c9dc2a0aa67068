import { Badge, Group, Stack, Text } from '@mantine/core'
import { RowMenu } from '../../ui/row-menu.tsx'

interface OwnThing {
  readonly id: number
  readonly name: string
  readonly mark?: string | undefined
  readonly about: readonly string[]
  readonly actions: Parameters<typeof RowMenu>[0]['actions']
}

/** A short list within a section: name, details and actions. */
export function OwnThings({ things, none }: { things: readonly OwnThing[]; none: string }) {
  if (things.length === 0) return <Text size="sm">{none}</Text>
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {things.map(({ id, name, mark, about, actions }) => (
        <Group key={id} component="li" justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <Text size="sm" fw={500}>
                {name}
              </Text>
              {mark !== undefined && (
                <Badge size="sm" variant="light">
                  {mark}
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {about.join(' · ')}
            </Text>
          </div>
          {actions.length > 0 && <RowMenu name={name} actions={actions} />}
        </Group>
      ))}
    </Stack>
  )
}
