import { testWebhook } from '@inkstone/contract/webhooks.ts'
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusAfter } from '../../ui/focus-back.ts'
import { uiWords } from '../../ui/ui.words.ts'
import { Attempt } from './attempt.tsx'
import { WEBHOOK_TOUCHES, type WebhookItem } from './webhook-item.ts'
import { webhookWords } from './webhooks.words.ts'

/** Sends a ping and shows the response. */
export function WebhookTest({ webhook, onClose }: { webhook: WebhookItem; onClose: () => void }) {
  const say = useWords(webhookWords)
  const ui = useWords(uiWords)
  const testing = useAction(testWebhook, { touches: WEBHOOK_TOUCHES })
  const [begun, setBegun] = useState(false)
  const button = useFocusAfter(testing.isPending)
  const send = () => {
    setBegun(true)
    testing.mutate({ params: { id: webhook.id } })
  }
  const result = testing.isPending ? undefined : testing.data
  return (
    <Dialog onClose={onClose} title={say('test')}>
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {say('tested', { url: webhook.url })}
        </Text>
        {testing.isPending && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm">{say('testSending')}</Text>
          </Group>
        )}
        {result && (
          <>
            <Alert color={result.delivered === 1 ? 'teal' : 'red'} role="status">
              {say(result.delivered === 1 ? 'received' : 'notReceived')}
            </Alert>
            <Attempt attempt={result} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('close')}
          </Button>
          <Button ref={button} onClick={send} disabled={testing.isPending}>
            {begun ? ui('retry') : say('test')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
