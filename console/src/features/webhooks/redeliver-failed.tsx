import { redeliverFailed } from '@inkstone/contract/webhooks.ts'
import { useState } from 'react'
import { isMoment } from '../../lib/moment.ts'
import { useAction } from '../../lib/requests.ts'
import { nowInService } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { Question } from '../../ui/question.tsx'
import { WEBHOOK_TOUCHES } from './webhook-item.ts'
import { deliveryWords } from './webhooks.words.ts'

export function RedeliverFailed({ id, onClose }: { id: number; onClose: () => void }) {
  const say = useWords(deliveryWords)
  const [since, setSince] = useState<string | null>(() => `${nowInService().slice(0, 10)} 00:00:00`)
  const sending = useAction(redeliverFailed, {
    touches: WEBHOOK_TOUCHES,
    done: ({ success_count }) => say('redeliveredCount', { n: success_count }),
    onDone: onClose,
  })
  return (
    <Question
      title={say('redeliverFailed')}
      label={say('redeliver')}
      ready={isMoment(since)}
      busy={sending.isPending}
      onClose={onClose}
      onConfirm={() => isMoment(since) && sending.mutate({ params: { id }, body: { since } })}
    >
      <MomentInput
        isFirst
        label={say('since')}
        hint={say('redeliverHint')}
        none={say('sinceNone')}
        value={since}
        onChange={setSince}
      />
    </Question>
  )
}
