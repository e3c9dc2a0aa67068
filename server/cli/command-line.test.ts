import { expect, test } from 'vitest'
import { startTestService } from '../test/harness.ts'
import { runCommandLine } from './command-line.ts'
import { commands } from './commands.ts'

const service = await startTestService()

async function inkstone(...words: string[]) {
  let printed = ''
  let complained = ''
  const { dataDir, databaseUrl } = service.config
  const status = await runCommandLine(words, {
    environment: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    workingDir: service.folder,
    print: (text) => {
      printed += text
    },
    complain: (text) => {
      complained += text
    },
  })
  return { status, printed, complained }
}

function logIn(username: string, password: string | undefined) {
  return service.client().post('/api/auth/login', { username, password })
}

function passwordIn(printed: string): string | undefined {
  return /^password: (\S+)$/m.exec(printed)?.[1]
}

test('the help lists every command on its own line', async () => {
  for (const words of [['--help'], ['-h'], ['help']]) {
    const { status, printed, complained } = await inkstone(...words)
    expect({ status, complained }).toEqual({ status: 0, complained: '' })
    for (const { name, summary } of commands)
      expect(
        printed.split('\n').some((line) => line.startsWith(`  ${name}`) && line.endsWith(`  ${summary}`)),
      ).toBe(true)
  }
})

test('each command has a help, however it is requested', async () => {
  for (const { name, summary, options = {} } of commands) {
    const { printed } = await inkstone('help', ...name.split(' '))
    expect(printed).toMatch(new RegExp(`^Usage: inkstone ${name}`))
    expect(printed).toContain(summary)
    for (const option of Object.keys(options)) expect(printed).toContain(`  --${option}`)
    expect((await inkstone(...name.split(' '), '--help')).printed).toBe(printed)
    expect((await inkstone(...name.split(' '), '-h')).printed).toBe(printed)
  }
  const { printed } = await inkstone('user', '--help')
  expect(printed).toContain('user create NAME')
  expect((await inkstone('help', 'user')).printed).toBe(printed)
})

test('prints its version', async () => {
  expect(await inkstone('--version')).toMatchObject({
    status: 0,
    printed: expect.stringMatching(/^inkstone \d+\.\d+\.\d+\n$/),
  })
})

const misuses = [
  ['nothing at all', [], 'inkstone --help'],
  ['a command that does not exist', ['serv'], 'unknown command "serv"; commands: serve, migrate'],
  [
    'a name that is no command of its group',
    ['user', 'make'],
    'unknown command "user make"; commands: create',
  ],
  ['a group alone', ['user'], 'user needs a command: create, reset-password'],
  ['help on what does not exist', ['help', 'user', 'make'], 'unknown command "user make"'],
  ['an option that does not exist', ['doctor', '--yaml'], "unknown option '--yaml'; options: --json"],
  ['an option of a command without options', ['migrate', '-x'], "unknown option '-x'; it has no options"],
  ['an option without its value', ['user', 'create', 'ann', '--email'], '--email'],
  ['a switch with a value', ['doctor', '--json=yes'], '--json'],
  ['an operand too few', ['user', 'create'], 'user create: missing argument NAME'],
  ['an operand too many', ['migrate', 'now'], 'migrate: unexpected argument "now"'],
  ['the name of something every object has', ['constructor'], 'unknown command "constructor"'],
] as const

for (const [what, words, line] of misuses)
  test(`${what} gives one line and status 2`, async () => {
    const { status, printed, complained } = await inkstone(...words)
    expect(status).toBe(2)
    expect(printed).toBe('')
    expect(complained).toMatch(/^inkstone: [^\n]+\n$/)
    expect(complained).toContain(line)
  })

test('creates a user with a generated password that is shown once and works', async () => {
  const { status, printed } = await inkstone('user', 'create', 'ann', '--role', 'editor')
  expect(status).toBe(0)
  expect(printed).toContain('User ann created with the role editor.')
  const { status: loggedIn, data } = await logIn('ann', passwordIn(printed))
  expect(loggedIn).toBe(200)
  expect(data.user).toMatchObject({ username: 'ann', email: 'ann@localhost', role: 'editor' })
})

test('does not show a given password', async () => {
  const { status, printed } = await inkstone(
    'user',
    'create',
    'bea',
    '--email',
    'bea@example.com',
    '--password',
    'the password of bea',
  )
  expect(status).toBe(0)
  expect(printed).not.toContain('password')
  expect((await logIn('bea@example.com', 'the password of bea')).data.user.role).toBe('member')
})

const refusals = [
  ['its name is taken, in whichever case', ['ANN'], 'User "ANN" already exists.'],
  ['its e-mail address is taken', ['dora', '--email', 'bea@example.com'], 'email: '],
  ['its name has not the form of one', ['a b'], 'username: '],
  ['its role does not exist', ['dora', '--role', 'king'], 'role: '],
  ['its password is too short', ['dora', '--password', 'short'], 'password: '],
] as const

for (const [why, words, line] of refusals)
  test(`does not create a user when ${why}`, async () => {
    const { status, printed, complained } = await inkstone('user', 'create', ...words)
    expect(status).toBe(1)
    expect(printed).toBe('')
    expect(complained).toContain(line)
    expect(complained).toMatch(/^[^\n]+\n$/)
    expect((await logIn('dora', 'any password at all')).body.code).toBe(10003)
  })

test('a new password replaces the old one and ends the sessions', async () => {
  const carl = await service.newUser('member')
  expect((await carl.get('/api/auth/me')).status).toBe(200)
  const { status, printed } = await inkstone('user', 'reset-password', carl.username.toUpperCase())
  expect(status).toBe(0)
  expect((await carl.get('/api/auth/me')).status).toBe(401)
  expect((await logIn(carl.username, passwordIn(printed))).status).toBe(200)

  const admin = await service.newUser('admin')
  const { data } = await admin.get('/api/audit-log?action=user.updated')
  expect(data.list[0]).toMatchObject({
    target_id: carl.id,
    user: { username: 'system' },
    after: { password: 'changed' },
  })
})

test('reports that a user is disabled', async () => {
  const admin = await service.newUser('admin')
  const dan = await service.newUser('member')
  await admin.put(`/api/users/${dan.id}`, { status: 0 })
  expect((await inkstone('user', 'reset-password', dan.username)).printed).toContain('is disabled')
})

test('does not set a password for an unknown user', async () => {
  expect(await inkstone('user', 'reset-password', 'nobody')).toEqual({
    status: 1,
    printed: '',
    complained: 'User "nobody" does not exist.\n',
  })
})

test('does not change a database that is up to date', async () => {
  expect(await inkstone('migrate')).toEqual({
    status: 0,
    printed: 'The database is up to date.\n',
    complained: '',
  })
})
