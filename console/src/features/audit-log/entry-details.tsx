import { Code, Group, Stack, Table, Text } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Entry, useActionName, useTargetName } from './action-names.ts'
import { auditWords } from './audit-log.words.ts'
import { useDifferences } from './differences.ts'

export function EntryDetails({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const say = useWords(auditWords)
  const actionName = useActionName()
  const targetName = useTargetName()
  const facts = [
    [say('who'), entry.user.username || say('system')],
    [say('when'), entry.create_time],
    [say('target'), targetName(entry)],
    [say('from'), entry.ip],
    [say('request'), entry.request_id],
  ] as const
  const differences = useDifferences()(entry)
  return (
    <Dialog onClose={onClose} title={actionName(entry.action)} size="lg">
      <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
        <div>
          <Code>{entry.action}</Code>
        </div>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Group key={name} gap="xs" wrap="nowrap" align="flex-start">
              <Text size="sm" c="dimmed" w={90} flex="none">
                {name}
              </Text>
              <Text size="sm">{value}</Text>
            </Group>
          ))}
        {differences.length > 0 && (
          <Table mt="sm" layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('field')}</Table.Th>
                <Table.Th>{say('before')}</Table.Th>
                <Table.Th>{say('after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map(({ field, before, after }) => (
                <Table.Tr key={field}>
                  <Table.Td>{field}</Table.Td>
                  <Table.Td>{before}</Table.Td>
                  <Table.Td>{after}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Dialog>
  )
}
