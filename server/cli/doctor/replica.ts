import type { Config } from '../../config.ts'
import { type Finding, fail, ok, placeOf } from './finding.ts'

export async function checkReplica({ databaseUrl, databaseReadUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return []
  const { diagnoseReplica } = await import('../../platform/sql/postgres/positions.ts')
  const found = await diagnoseReplica(databaseUrl, databaseReadUrl)
  if (found.kind === 'fit')
    return [ok('replica', `${placeOf(databaseReadUrl)}, ${found.bytesBehind} bytes behind`)]
  const advice = {
    away: `start the replica on ${new URL(databaseReadUrl).host}, or unset DATABASE_READ_URL; until then all reads go to the primary`,
    unfit: 'set DATABASE_READ_URL to the address of a streaming replica of DATABASE_URL, or unset it',
  }
  return [fail('replica', found.reason, advice[found.kind])]
}
