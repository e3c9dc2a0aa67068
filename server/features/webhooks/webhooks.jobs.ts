import { actsLater, transacts } from '../../database.ts'
import { dispatchEvent } from '../events/events.rules.ts'
import { dispatch, type Sending, sendDue } from './delivery.actions.ts'
import { deliverToWebhook } from './webhooks.rules.ts'

/** An error here is a bug or a database failure, never a receiver. Giving up would lose acknowledged events. */
const NEVER_GIVES_UP = { maxAttempts: Number.MAX_SAFE_INTEGER }

/** One job per receiver, which mostly waits. Many slow receivers must not delay a healthy one. */
const RECEIVERS = { name: 'receivers', concurrency: 256 }

export const webhookJobs = (sending: Sending) => [
  transacts(
    dispatchEvent,
    async (tx, { event_id }) => dispatch(tx, event_id, sending.publicUrl),
    NEVER_GIVES_UP,
  ),
  actsLater(
    deliverToWebhook,
    async ({ engine, signal }, { webhook_id }) => sendDue(engine, sending, webhook_id, signal),
    { ...NEVER_GIVES_UP, queue: RECEIVERS },
  ),
]
