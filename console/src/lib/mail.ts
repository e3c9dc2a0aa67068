import { getSiteInfo } from '@inkstone/contract/site.ts'
import { useAnswer } from './requests.ts'

/** Whether the service sends e-mails. */
export const useSendsMail = (): boolean => useAnswer(getSiteInfo).data?.sign_in.mail === 1
