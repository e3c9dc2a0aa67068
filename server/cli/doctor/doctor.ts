import type { Config } from '../../config.ts'
import { WrongSetting } from '../../environment.ts'
import { type CommandCall, CommandFailed } from '../command.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { checkMedia } from './media.ts'
import { checkReplica } from './replica.ts'
import { checkMail, checkRedis, checkSignOn, checkStorage } from './services.ts'

/** Checks everything and reports problems. It changes nothing. */
export async function doctor(call: CommandCall): Promise<void> {
  const findings = await examine(() => call.config(), { media: call.flag('media') })
  const failures = findings.filter(({ status }) => status === 'fail').length
  call.print(
    call.flag('json')
      ? `${JSON.stringify({ ok: failures === 0, checks: findings }, undefined, 2)}\n`
      : findings.map(lineOf).join(''),
  )
  if (failures > 0) throw new CommandFailed(`doctor: ${failures} of ${findings.length} checks failed.`)
}

export async function examine(
  readConfig: () => Config,
  { media = false }: { media?: boolean } = {},
): Promise<Finding[]> {
  const node = checkNode(process.versions.node)
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error
    return [node, fail('settings', error, 'fix this setting; the other checks need it')]
  }
  const groups = await Promise.all([
    orMistake('data folder', checkDataFolder(config)),
    orMistake('database', checkDatabase(config)),
    orMistake('replica', checkReplica(config)),
    orMistake('redis', checkRedis(config)),
    orMistake('mail', checkMail(config)),
    orMistake('storage', checkStorage(config)),
    orMistake('single sign-on', checkSignOn(config)),
    ...(media ? [orMistake('media', checkMedia(config))] : []),
  ])
  return [node, checkSettings(config), ...groups.flat()]
}

/** A failing check must not hide the results of the others. */
async function orMistake(name: string, findings: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await findings
  } catch (error) {
    return [fail(name, error, 'this is a bug; please report it')]
  }
}

const OLDEST_NODE = [20, 19] as const

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const newEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  return newEnough
    ? ok('node', `version ${version}`)
    : fail('node', `version ${version} is too old`, `install Node.js ${OLDEST_NODE.join('.')} or newer`)
}

/** Settings that are fine for one node but wrong for several, or for a public service. */
function checkSettings(config: Config): Finding {
  if (config.databaseUrl !== undefined && config.secretKey === undefined)
    return warn(
      'settings',
      'DATABASE_URL is set and SECRET_KEY is not',
      'set the same SECRET_KEY on every node before you add a second one',
    )
  return ok('settings', `the service listens on ${config.host}, port ${config.port}`)
}

const WORDS = { ok: 'ok', warn: 'warn', fail: 'FAIL' } as const

function lineOf({ name, status, detail, advice }: Finding): string {
  return `${WORDS[status].padEnd(5)} ${name.padEnd(12)} ${detail}${advice === undefined ? '' : `: ${advice}`}\n`
}
