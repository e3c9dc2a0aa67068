import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { freeOrigin, startConsole } from '../../test/browser.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { startOpenIdProvider } from '../../test/openid-provider.ts'
import { withAuthenticator } from '../../test/passkeys.ts'
import { codeOf } from '../../test/totp.ts'

const origin = await freeOrigin()
const mail = await startMailServer()
const client = { clientId: 'inkstone', clientSecret: 'a secret of the client' }
const provider = await startOpenIdProvider({ ...client, redirectUri: `${origin}/api/auth/oidc/callback` })
const service = await startConsole({
  PUBLIC_URL: origin,
  SMTP_URL: mail.url,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: client.clientId,
  OIDC_CLIENT_SECRET: client.clientSecret,
})

const PASSWORD = 'correct horse battery'
const ANOTHER = 'another long password'
const linkIn = (letter: string) =>
  /http:\/\/localhost:\d+(\/admin\/[\w-]+\?token=[\w-]{40,})/.exec(letter)?.[1]

async function newAccount(username: string, fields: object = {}) {
  const email = `${username}@example.com`
  const { data } = await service.site.admin.post('/api/users', {
    username,
    email,
    password: PASSWORD,
    ...fields,
  })
  const { token } = (await service.client().post('/api/auth/login', { username, password: PASSWORD }))
    .data ?? { token: '' }
  return { id: data.id as number, username, email, token: token as string, ...service.client({ token }) }
}

async function fillIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const isInside = (page: Page) => page.getByRole('heading', { name: /^Welcome/ }).waitFor()

describe('signing in', () => {
  test('says the same of a wrong password and of a name that does not exist', async () => {
    const { username } = await newAccount('known')
    const { page, end } = await service.open('/')
    const said: string[] = []
    for (const name of [username, 'nobody-of-this-name']) {
      await fillIn(page, name, 'not the password')
      await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^Wrong/)
      said.push(String(await page.getByRole('alert').textContent()))
      await page.reload()
      await page.getByLabel('Username or e-mail').waitFor()
    }
    expect(new Set(said).size).toBe(1)
    await end()
  })

  test('asks for the code of the authenticator, tells a wrong one, and takes a recovery code', async () => {
    const account = await newAccount('two-steps')
    const { secret } = (await account.post('/api/auth/second-factor')).data
    const { recovery_codes } = (
      await account.post('/api/auth/second-factor/confirm', { code: codeOf(secret, -1) })
    ).data
    const { page, end } = await service.open('/')
    await fillIn(page, account.username, PASSWORD)
    const code = page.getByLabel('Authentication code')
    await code.fill(codeOf(secret, 3))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/code is wrong/)
    await code.fill(codeOf(secret))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isInside(page)
    await page.getByRole('button', { name: 'two-steps' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await fillIn(page, account.username, PASSWORD)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery_codes[0])
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isInside(page)
    await end()
  })

  test('leads to the set-up where the site requires a second factor, and then inside', async () => {
    await service.site.admin.put('/api/settings', { second_factor: 'optional' })
    const root = await service.newUser('admin')
    await newAccount('required', { role: 'editor' })
    await root.put('/api/settings', { second_factor: 'required_for_staff' })
    const { page, end } = await service.open('/')
    await fillIn(page, 'required', PASSWORD)
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    await service.engine.transact((tx) =>
      tx.updateTable('sites').set({ settings: '{}' }).where('id', '=', 1).execute(),
    )
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    const secret = String(await page.locator('code').first().textContent()).replaceAll(' ', '')
    await page.getByLabel('Six-digit code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(() => page.locator('pre').textContent()).toMatch(/^([a-z2-7]{5}-[a-z2-7]{5}\s+){10}$/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('localhost-recovery-codes.txt')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await isInside(page)
    await end()
  })

  test('works with a passkey', async () => {
    const account = await newAccount('with-passkey')
    const { page, end } = await service.open('/')
    await withAuthenticator(page)
    const made = await page.evaluate(
      `(async () => {
        const ask = async (path, body) => (await (await fetch(path, { method: 'POST', headers: {
          authorization: 'Bearer ${account.token}', 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }) })).json())
        const { data } = await ask('/api/auth/passkeys/options')
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data)
        return (await ask('/api/auth/passkeys', (await navigator.credentials.create({ publicKey })).toJSON())).code
      })()`,
    )
    expect(made).toBe(201)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await isInside(page)
    await end()
  })

  test('works at the OpenID provider, and tells in words why it did not', async () => {
    provider.become('sub-1', {
      preferred_username: 'provided',
      email: 'provided@example.com',
      email_verified: true,
    })
    const { page, end } = await service.open('/')
    await page.getByRole('button', { name: 'Single sign-on' }).click()
    await isInside(page)
    expect(page.url()).toBe(`${origin}/admin`)
    await page.getByRole('button', { name: 'provided' }).waitFor()
    await end()

    provider.become('sub-2', { email: 'provided2@example.com', email_verified: false })
    const refused = await service.open('/')
    await refused.page.getByRole('button', { name: 'Single sign-on' }).click()
    await expect.poll(() => refused.page.getByRole('alert').textContent()).toMatch(/has not verified/)
    await refused.end()
  })

  test('is not done by a link of somebody else', async () => {
    const { token } = await newAccount('somebody-else')
    const { page, end } = await service.open(`/#token=${token}&expire=7200`)
    await page.getByLabel('Username or e-mail').waitFor()
    expect(await page.evaluate('localStorage.getItem("inkstone.session")')).toBe(null)
    await end()
  })
})

describe('a link in a mail', () => {
  test('sets a forgotten password, once', async () => {
    const { username, email } = await newAccount('forgetful')
    const { page, end } = await service.open('/')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill('no address')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/on its way/)
    const link = `${origin}${linkIn(await mail.last(email))}`
    await page.goto(link)
    await page.getByLabel('New password').fill('short')
    await page.getByLabel('Repeat password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByLabel('New password').fill(ANOTHER)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('The passwords do not match.').waitFor()
    await page.getByLabel('Repeat password').fill(ANOTHER)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await fillIn(page, username, ANOTHER)
    await isInside(page)
    await page.goto(link)
    await page.getByLabel('New password').fill(ANOTHER)
    await page.getByLabel('Repeat password').fill(ANOTHER)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/no longer valid/)
    await end()
  })

  test('takes up an invitation, in Chinese too', async () => {
    const { data } = await service.site.admin.post('/api/users', {
      username: 'guest-writer',
      email: 'guest-writer@example.com',
      role: 'editor',
    })
    const { page, end } = await service.open(
      new URL(data.link).pathname.slice(6) + new URL(data.link).search,
      undefined,
      {
        locale: 'zh-CN',
      },
    )
    await page.getByLabel('新密码').fill(PASSWORD)
    await page.getByLabel('再次输入密码').fill(PASSWORD)
    await page.getByRole('button', { name: '设置密码' }).click()
    await page.getByRole('link', { name: '登录', exact: true }).waitFor()
    const login = await service
      .client()
      .post('/api/auth/login', { username: 'guest-writer', password: PASSWORD })
    expect(login.status).toBe(200)
    await end()
  })

  test('confirms a new address when the button is pressed, and not before', async () => {
    const account = await newAccount('moving-house')
    await account.put('/api/auth/me', { email: 'new-house@example.com', password: PASSWORD })
    const link = linkIn(await mail.last('new-house@example.com')) ?? ''
    const { page, end } = await service.open(link.slice('/admin'.length))
    const confirm = page.getByRole('button', { name: 'Confirm' })
    await confirm.waitFor()
    expect((await account.get('/api/auth/me')).data.email).toBe(account.email)
    await confirm.click()
    await page.getByText('E-mail address confirmed.').waitFor()
    expect((await account.get('/api/auth/me')).data.email).toBe('new-house@example.com')
    await page.reload()
    await confirm.click()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/no longer valid/)
    await end()
  })
})

test('a reader registers, with a captcha and a confirmed address', async () => {
  const root = await service.newUser('admin')
  await root.put('/api/settings', { registration_captcha: 1, registration_confirm: 1 })
  const { page, end } = await service.open('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Username').fill('a-reader')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('a-reader@example.com')
  await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD)
  await page.getByLabel('Characters in the picture').fill('wrong')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  const picture = page.getByLabel('Characters in the picture')
  await expect.poll(() => picture.inputValue()).toBe('')
  const { answer } = await service.engine.db
    .selectFrom('captchas')
    .select('answer')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await picture.fill(answer)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByText('Account created.').waitFor()
  const link = linkIn(await mail.last('a-reader@example.com')) ?? ''
  await page.goto(`${origin}${link}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await fillIn(page, 'a-reader', PASSWORD)
  await isInside(page)
  await root.put('/api/settings', { registration: 0 })
  const closed = await service.open('/register')
  await closed.page.getByText('Registration is closed.').waitFor()
  await closed.end()
  await end()
})
