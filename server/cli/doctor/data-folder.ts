import { randomBytes } from 'node:crypto'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { whyOutOfReach } from '../../open-database.ts'
import { isFullDisk } from '../../platform/files/system-errors.ts'
import { secretKeyPath } from '../../secret-key.ts'
import { otherOwner } from '../data-owner.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const MEGABYTE = 1024 * 1024
const TOO_LITTLE_BYTES = 100 * MEGABYTE
const LITTLE_BYTES = 1024 * MEGABYTE
const OTHERS_MAY = 0o077

export async function checkDataFolder(config: Config): Promise<Finding[]> {
  const { dataDir } = config
  const found = await statOf(dataDir)
  if (found === undefined) return [await checkParent(dataDir)]
  if (!found.isDirectory())
    return [fail('data folder', `${dataDir} is not a folder`, 'set DATA_DIR to a folder')]
  return [await checkWriting(config), await checkSpace(dataDir), await checkKeyFile(config)]
}

async function checkParent(dataDir: string): Promise<Finding> {
  let parent = dirname(dataDir)
  while ((await statOf(parent)) === undefined) parent = dirname(parent)
  const reason = await whyNotWritable(parent)
  return reason === undefined
    ? warn('data folder', `${dataDir} does not exist yet`, 'it is created at the first start')
    : fail(
        'data folder',
        reason,
        `give this user write access to ${parent}, or set DATA_DIR to another folder`,
      )
}

async function checkWriting(config: Config): Promise<Finding> {
  const { dataDir } = config
  const reason = (await whyNotWritable(dataDir)) ?? (await whyOutOfReach(config))
  const advice = isFullDisk(reason)
    ? `free some space on the disk of ${dataDir}`
    : 'give the user who runs the service write access to everything in it'
  if (reason !== undefined) return fail('data folder', reason, advice)
  const owner = otherOwner(config)
  return owner === undefined
    ? ok('data folder', dataDir)
    : warn(
        'data folder',
        `${dataDir} belongs to user ${owner}`,
        'run inkstone doctor as that user, not as root',
      )
}

/** Tested by writing: a read-only or full file system may fail in spite of the permissions. */
async function whyNotWritable(folder: string): Promise<Error | undefined> {
  const probe = join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(probe, 'written by inkstone doctor', { flag: 'wx', mode: 0o600 })
    await rm(probe)
    return undefined
  } catch (error) {
    await rm(probe, { force: true }).catch(() => undefined)
    return error as Error
  }
}

async function checkSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const detail = `${Math.floor(free / MEGABYTE)} MB are free`
  if (free >= LITTLE_BYTES) return ok('free space', detail)
  const advice = `free some space on the disk of ${dataDir}`
  return free < TOO_LITTLE_BYTES ? fail('free space', detail, advice) : warn('free space', detail, advice)
}

async function checkKeyFile({ secretKey, dataDir }: Config): Promise<Finding> {
  if (secretKey !== undefined) return ok('key file', 'not used: SECRET_KEY is set')
  const path = secretKeyPath(dataDir)
  const found = await statOf(path)
  if (found === undefined)
    return warn('key file', `${path} does not exist yet`, 'it is created at the first start')
  if (process.platform !== 'win32' && (found.mode & OTHERS_MAY) !== 0)
    return warn('key file', `${path} can be read by others`, `run chmod 600 ${path}`)
  return ok('key file', path)
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
