import { listBlocked, unblockNetwork } from '@inkstone/contract/moderation.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useAddress } from '../../lib/address.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { BlockForm } from './block-form.tsx'
import { commentWords } from './comments.words.ts'

export function BlockedTab() {
  const say = useWords(commentWords)
  const confirm = useConfirm()
  const [{ page }, change] = useAddress()
  const answer = useAnswer(listBlocked, { query: { page } })
  const lifting = useAction(unblockNetwork, { done: say('unblocked'), touches: ['/api/ip-blacklist'] })
  const [opened, { open, close }] = useDisclosure()
  const block = (
    <Button leftSection={<PlusIcon size={16} />} onClick={open}>
      {say('block')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {say('blockedHint')}
        </Text>
        {block}
      </Group>
      <Listing
        answer={answer}
        empty={block}
        nameOf={({ ip }) => ip}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('ip'), cell: ({ ip }) => <Breaking text={ip} /> },
          { head: say('reason'), cell: ({ reason }) => <Breaking text={reason} />, wideOnly: true },
          { head: say('until'), cell: ({ expire_time }) => short(expire_time) || say('dpermanent') },
          {
            head: say('blockedSince'),
            cell: ({ create_time }) => short(create_time),
            wideOnly: true,
            width: 150,
          },
        ]}
        actions={({ id, ip }) => (
          <RowMenu
            name={ip}
            actions={[
              {
                label: say('unblock'),
                onClick: () =>
                  confirm(say('unblockQuestion', { ip }), say('unblock'), () =>
                    lifting.mutate({ params: { id } }),
                  ),
              },
            ]}
          />
        )}
      />
      {opened && <BlockForm ip="" onClose={close} />}
    </Stack>
  )
}

function Breaking({ text }: { text: string }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}
