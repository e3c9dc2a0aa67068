import { join, resolve } from 'node:path'
import { type Role, roles } from '@inkstone/contract/permissions.ts'
import ipaddr from 'ipaddr.js'
import { type Environment, type Settings, settingsIn, WrongSetting } from './environment.ts'
import { isCommonPassword } from './features/users/passwords.rules.ts'
import { isSender, isSmtpUrl } from './platform/mail/mail.ts'
import { isCidr } from './platform/net/addresses.ts'
import type { OpenIdSettings } from './platform/sign-in/openid.ts'
import { isZone } from './platform/times/times.ts'
import { type StorageConfig, storageSettingsIn } from './storages.ts'

/** All settings of the service, read and validated once. Nothing else reads the environment. */
export interface Config extends StorageConfig {
  readonly port: number
  readonly host: string
  /** The number of worker processes; with 1 a single process does everything. */
  readonly workers: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** A read replica of it. */
  readonly databaseReadUrl: string | undefined
  readonly databasePool: number
  readonly postgresPrograms: string | undefined
  /** Whether a backup is made before a database is migrated. */
  readonly migrateBackup: boolean
  readonly redisUrl: string | undefined
  readonly adminUsername: string
  readonly adminPassword: string | undefined
  readonly secretKey: string | undefined
  readonly publicUrl: string | undefined
  /** The public URL of files; by default that of the service. */
  readonly mediaUrl: string | undefined
  readonly timezone: string
  readonly trustProxy: readonly string[]
  readonly rateLimitAnon: number
  readonly rateLimitUser: number
  readonly corsOrigins: readonly string[]
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly smsGatewayUrl: string | undefined
  readonly openId: OpenIdConfig | undefined
  readonly maxUploadBytes: number
  readonly webhookAllow: readonly string[]
  /** Private networks that imports may download images from. */
  readonly importAllow: readonly string[]
  /** The largest file for an import over HTTP. */
  readonly importMaxBytes: number
  readonly logLevel: LogLevel
}

interface OpenIdConfig extends OpenIdSettings {
  readonly roleClaim: string | undefined
  readonly roleMap: ReadonlyMap<string, Role>
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

export function readConfig(environment: Environment, workingDir: string): Config {
  const setting = settingsIn(environment)
  const host = setting.text('HOST', '127.0.0.1')
  return {
    port: setting.integer('PORT', 3000, 0, 65_535),
    host,
    workers: setting.integer('WORKERS', 1, 1, 64),
    dataDir: resolve(workingDir, setting.text('DATA_DIR', 'data')),
    ...databasesIn(setting),
    databasePool: setting.integer('DATABASE_POOL', 10, 1, 500),
    postgresPrograms: setting.given('PG_BIN'),
    migrateBackup: setting.integer('MIGRATE_BACKUP', 1, 0, 1) === 1,
    redisUrl: setting.url('REDIS_URL', ['redis:', 'rediss:'], 'redis://host:6379'),
    adminUsername: setting.matching(
      'ADMIN_USERNAME',
      'admin',
      /^[\p{L}\p{N}_.-]{2,50}$/u,
      '2 to 50 letters, digits, _ . or -',
    ),
    adminPassword: setting.password(
      'ADMIN_PASSWORD',
      isPassword,
      '8 to 128 characters, not a common password',
    ),
    secretKey: setting.optional(
      'SECRET_KEY',
      isSecretKey,
      '32 or more random characters, such as the output of `openssl rand -hex 32`',
    ),
    publicUrl: setting
      .optional(
        'PUBLIC_URL',
        isWebRoot,
        'an address without a path, query or credentials such as https://blog.example.com',
      )
      ?.replace(/\/+$/, ''),
    mediaUrl: setting
      .optional(
        'MEDIA_URL',
        isWebFolder,
        'an address without a query or credentials such as https://files.example.com',
      )
      ?.replace(/\/+$/, ''),
    timezone: setting.checked(
      'TIMEZONE',
      'UTC',
      isZone,
      'the name of a time zone such as UTC or Asia/Shanghai',
    ),
    trustProxy: setting.list(
      'TRUST_PROXY',
      isCidr,
      'addresses or networks of proxies, separated by commas, such as 10.0.0.0/8',
    ),
    rateLimitAnon: setting.integer('RATE_LIMIT_ANON', 30, 0, 10_000_000),
    rateLimitUser: setting.integer('RATE_LIMIT_USER', 100, 0, 10_000_000),
    corsOrigins: setting.list(
      'CORS_ORIGINS',
      isOrigin,
      'origins separated by commas, such as https://example.com, or *',
    ),
    smtpUrl: setting.optional(
      'SMTP_URL',
      isSmtpUrl,
      'an address such as smtp://user:password@host:587 or smtps://host',
    ),
    mailFrom: setting.checked(
      'MAIL_FROM',
      'Inkstone <inkstone@localhost>',
      isSender,
      'one mail address such as Blog <blog@example.com>',
    ),
    smsGatewayUrl: setting.url('SMS_GATEWAY_URL', ['http:', 'https:'], 'https://gateway.example.com/send'),
    ...storageSettingsIn(setting),
    openId: openIdIn(setting),
    maxUploadBytes: setting.integer('MAX_UPLOAD_MB', 20, 1, 10_240) * 1024 * 1024,
    webhookAllow: setting.given('WEBHOOK_ALLOW')
      ? setting.list('WEBHOOK_ALLOW', isCidr, 'networks separated by commas, such as 10.0.0.0/8')
      : defaultAllow(host),
    importAllow: setting.list('IMPORT_ALLOW', isCidr, 'networks separated by commas, such as 10.0.0.0/8'),
    importMaxBytes: setting.integer('IMPORT_MAX_MB', 1024, 1, 102_400) * 1024 * 1024,
    logLevel: setting.oneOf('LOG_LEVEL', 'info', logLevels),
  }
}

export function sqlitePath(config: Config): string {
  return join(config.dataDir, 'inkstone.db')
}

function databasesIn(setting: Settings) {
  const postgres = (name: string) =>
    setting.url(name, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name')
  const [databaseUrl, databaseReadUrl] = [postgres('DATABASE_URL'), postgres('DATABASE_READ_URL')]
  if (databaseReadUrl !== undefined && databaseUrl === undefined)
    throw new WrongSetting(
      'DATABASE_READ_URL: set, but DATABASE_URL is not; use the address of a replica of that PostgreSQL.',
    )
  return { databaseUrl, databaseReadUrl }
}

function openIdIn(setting: Settings): OpenIdConfig | undefined {
  const issuer = setting.optional(
    'OIDC_ISSUER',
    isIssuer,
    'the https address of an OpenID provider such as https://login.example.com (http on this machine only)',
  )
  const clientId = setting.given('OIDC_CLIENT_ID')
  const publicUrl = setting.given('PUBLIC_URL')?.replace(/\/+$/, '')
  const roleClaim = setting.given('OIDC_ROLE_CLAIM')
  const pairs = setting.list(
    'OIDC_ROLE_MAP',
    isRolePair,
    `values of the claim with their roles, separated by commas, such as cms-admins=admin,writers=editor; roles are ${roles.join(', ')}`,
  )
  if (issuer === undefined) {
    if (clientId !== undefined)
      throw new WrongSetting('OIDC_ISSUER: not set, but OIDC_CLIENT_ID is; use the address of the provider.')
    return undefined
  }
  if (clientId === undefined)
    throw new WrongSetting('OIDC_CLIENT_ID: not set, but OIDC_ISSUER is; use the client id.')
  if (publicUrl === undefined)
    throw new WrongSetting(
      'PUBLIC_URL: not set, but OIDC_ISSUER is; use the address that the provider redirects to.',
    )
  if ((roleClaim === undefined) !== (pairs.length === 0))
    throw new WrongSetting('OIDC_ROLE_CLAIM and OIDC_ROLE_MAP: only one of them is set; set both or neither.')
  return {
    issuer,
    clientId,
    clientSecret: setting.given('OIDC_CLIENT_SECRET'),
    redirectUri: `${publicUrl}/api/auth/oidc/callback`,
    roleClaim,
    roleMap: new Map(pairs.map(rolePairOf)),
  }
}

/** Whether a path can be appended. */
function isWebFolder(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

function isWebRoot(text: string): boolean {
  return isWebFolder(text) && /^\/*$/.test(new URL(text).pathname)
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function rolePairOf(pair: string): [string, Role] {
  const at = pair.lastIndexOf('=')
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim() as Role]
}

function isRolePair(pair: string): boolean {
  const [value, role] = rolePairOf(pair)
  return value !== '' && pair.includes('=') && roles.includes(role)
}

const LOOPBACK = ['127.0.0.0/8', '::1/128']

function defaultAllow(host: string): readonly string[] {
  return isLoopback(host) ? LOOPBACK : []
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

function isOrigin(text: string): boolean {
  return text === '*' || (URL.canParse(text) && new URL(text).origin === text)
}

function isPassword(text: string): boolean {
  const { length } = [...text]
  return length >= 8 && length <= 128 && !isCommonPassword(text)
}

const MIN_KEY_LENGTH = 32

/** Not a key from an example. */
function isSecretKey(text: string): boolean {
  return [...text].length >= MIN_KEY_LENGTH && !/change[-_ ]?(me|it)/i.test(text)
}

/** Files here override the built-in theme. */
export function themeFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'theme')
}
