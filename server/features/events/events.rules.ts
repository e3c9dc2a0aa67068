import { jobKind } from '../../platform/jobs/job-kind.ts'

/** Tells of an event whoever asked to be told. */
export const dispatchEvent = jobKind<{ event_id: number }>('dispatch-event')
