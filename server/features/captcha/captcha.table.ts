import type { CaptchaType } from '@inkstone/contract/captcha.ts'
import type { Generated, Selectable } from 'kysely'

export interface CaptchaTable {
  id: string
  site_id: number
  type: CaptchaType
  answer: string
  failures: Generated<number>
  created_at: number
  expires_at: number
}
export type CaptchaRow = Selectable<CaptchaTable>
