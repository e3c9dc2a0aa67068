import { actsLater, transacts } from '../../database.ts'
import { dispatchEvent } from '../events/events.rules.ts'
import { dispatch, type Sending, sendDue } from './delivery.actions.ts'
import { deliverToWebhook } from './webhooks.rules.ts'

/** What fails here has met a bug or a lost database, never a receiver: given up, it would lose what was acknowledged. */
const NEVER_GIVES_UP = { maxAttempts: Number.MAX_SAFE_INTEGER }

/** One job for each receiver, most of whose time is waiting: many that hang must not keep a healthy one waiting. */
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
