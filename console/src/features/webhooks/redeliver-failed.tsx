import { redeliverFailed } from '@inkstone/contract/webhooks.ts'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { isMoment } from '../../lib/moment.ts'
import { useAction } from '../../lib/requests.ts'
import { nowInService } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { WEBHOOK_TOUCHES } from './webhook-item.ts'
import { deliveryWords } from './webhooks.words.ts'

export function RedeliverFailed({ id, onClose }: { id: number; onClose: () => void }) {
  const say = useWords(deliveryWords)
  const ui = useWords(uiWords)
  const [since, setSince] = useState<string | null>(() => `${nowInService().slice(0, 10)} 00:00:00`)
  const sending = useAction(redeliverFailed, {
    touches: WEBHOOK_TOUCHES,
    done: ({ success_count }) => say('redeliveredCount', { n: success_count }),
    onDone: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={say('redeliverFailed')}>
      <Stack>
        <MomentInput
          label={say('since')}
          hint={say('redeliverHint')}
          none={say('sinceNone')}
          value={since}
          onChange={setSince}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button
            disabled={!isMoment(since)}
            loading={sending.isPending}
            onClick={() => isMoment(since) && sending.mutate({ params: { id }, body: { since } })}
          >
            {say('redeliver')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
