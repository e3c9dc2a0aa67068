import { jobKind } from '../../platform/jobs/job-kind.ts'

/** Dispatches an event to its webhooks. */
export const dispatchEvent = jobKind<{ event_id: number }>('dispatch-event')
