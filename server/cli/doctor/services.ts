import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../../config.ts'
import { WrongSetting } from '../../environment.ts'
import { StorageUnavailable } from '../../platform/storage/storage.ts'
import { storageOf } from '../../storages.ts'
import { type Finding, fail, ok, placeOf } from './finding.ts'

const REDIS_WITHIN_MS = 5_000
const PROBE_KEPT_MS = 1_000

export async function checkRedis({ redisUrl, databaseUrl }: Config): Promise<Finding[]> {
  if (redisUrl === undefined)
    return [
      ok('redis', databaseUrl === undefined ? 'not used' : 'not used: each node counts requests separately'),
    ]
  const { createRedis } = await import('../../platform/rate-limit/redis.ts')
  const redis = createRedis(redisUrl, pino({ level: 'silent' }))
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve)
      redis.once('error', reject)
      setTimeout(() => reject(new Error('no answer')), REDIS_WITHIN_MS).unref()
    })
    // Tested by writing: a full or read-only Redis connects too.
    await redis.set('inkstone:doctor', '1', 'PX', PROBE_KEPT_MS)
    return [ok('redis', placeOf(redisUrl))]
  } catch (error) {
    return [fail('redis', error, `start Redis on ${new URL(redisUrl).host}, or correct or unset REDIS_URL`)]
  } finally {
    redis.disconnect()
  }
}

export async function checkMail({ smtpUrl, mailFrom, dataDir }: Config): Promise<Finding[]> {
  const outboxFolder = join(dataDir, 'outbox')
  if (smtpUrl === undefined) return [ok('mail', `saved as files in ${outboxFolder}`)]
  const { createMailer } = await import('../../platform/mail/mail.ts')
  const advice = `correct SMTP_URL, or check the mail server on ${new URL(smtpUrl).host}`
  let mailer: ReturnType<typeof createMailer>
  try {
    mailer = createMailer({ smtpUrl, from: mailFrom, outboxFolder })
  } catch (error) {
    return [fail('mail', error, 'correct SMTP_URL and MAIL_FROM')]
  }
  const outcome = await mailer.check()
  mailer.close()
  return [outcome.ok ? ok('mail', placeOf(smtpUrl)) : fail('mail', outcome.detail, advice)]
}

/** Nothing if it is not used. */
export async function checkSignOn({ openId }: Config): Promise<Finding[]> {
  if (!openId) return []
  const { createOpenIdClient } = await import('../../platform/sign-in/openid.ts')
  try {
    await createOpenIdClient(openId).check()
    return [ok('single sign-on', placeOf(openId.issuer))]
  } catch (error) {
    const { cause = error } = error as Error
    return [fail('single sign-on', cause, 'correct OIDC_ISSUER, or check the provider')]
  }
}

export async function checkStorage(config: Config): Promise<Finding[]> {
  const { where, elsewhere, remedies, open } = storageOf(config)
  // The first upload creates the folder; the check of the data folder tells whether it can.
  if (elsewhere === undefined)
    return [ok('storage', config.databaseUrl === undefined ? where : `${where}, which all nodes must share`)]
  try {
    const storage = await open()
    await storage.check()
    return [ok('storage', where)]
  } catch (error) {
    if (error instanceof StorageUnavailable)
      return [fail('storage', `${where}: ${causeOf(error)}`, remedies[error.fault])]
    if (error instanceof WrongSetting) return [fail('storage', error, 'correct it')]
    throw error
  }
}

function causeOf({ fault, cause }: StorageUnavailable): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : fault
}
