import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { freeOrigin, startConsole } from '../../test/browser.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { startOpenIdProvider } from '../../test/openid-provider.ts'
import { withAuthenticator } from '../../test/passkeys.ts'
import { startSmsGateway } from '../../test/sms-gateway.ts'
import { codeOf } from '../../test/totp.ts'

const origin = await freeOrigin()
const mail = await startMailServer()
const gateway = await startSmsGateway()
const client = { clientId: 'inkstone', clientSecret: 'a secret of the client' }
const provider = await startOpenIdProvider({ ...client, redirectUri: `${origin}/api/auth/oidc/callback` })
const service = await startConsole({
  PUBLIC_URL: origin,
  SMTP_URL: mail.url,
  SMS_GATEWAY_URL: gateway.url,
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
  test('shows the same error for a wrong password and an unknown name', async () => {
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

  test('asks for the code of the authenticator, reports a wrong one, and accepts a recovery code', async () => {
    const account = await newAccount('two-steps')
    const { secret } = (await account.post('/api/auth/second-factor')).data
    const { recovery_codes } = (
      await account.post('/api/auth/second-factor/confirm', { code: codeOf(secret) })
    ).data
    const { page, end } = await service.open('/')
    await fillIn(page, account.username, PASSWORD)
    const code = page.getByLabel('Authentication code')
    await code.fill(codeOf(secret, 4))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/code is wrong/)
    await code.fill(codeOf(secret, 1))
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

  test('leads to the set-up if the site requires a second factor, and then continues', async () => {
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
    await page.getByRole('button', { name: 'Set up' }).click()
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

  test('offers every way after a reload, too, when the session has ended', async () => {
    const account = await newAccount('ended')
    const { page, end } = await service.open('/profile', account)
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    await account.post('/api/auth/logout')
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await dialog.getByRole('button', { name: /single sign-on/i }).waitFor()
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

  test('works with the OpenID provider, and explains failures', async () => {
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

    // In another browser, which the provider does not know yet.
    provider.become('')
    const cancelled = await service.open('/')
    const signOn = () => cancelled.page.getByRole('button', { name: 'Single sign-on' }).click()
    const alert = () => cancelled.page.getByRole('alert').textContent()
    await signOn()
    await expect.poll(alert).toMatch(/failed or took too long/)
    const { email } = await newAccount('not-linked')
    provider.become('sub-3', { email, email_verified: true })
    await signOn()
    await expect.poll(alert).toMatch(/link it in your profile/)
    await cancelled.end()
  })

  test('is not possible through a link of another person', async () => {
    const { token } = await newAccount('somebody-else')
    const { page, end } = await service.open(`/#token=${token}&expire=7200`)
    await page.getByLabel('Username or e-mail').waitFor()
    expect(await page.evaluate('localStorage.getItem("inkstone.session")')).toBe(null)
    await end()
  })
})

describe('a link in an e-mail', () => {
  test('resets a forgotten password, once', async () => {
    const { id, username, email } = await newAccount('forgetful')
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
    await page.getByText('ask the administrator for a new invitation').waitFor()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await page.getByRole('button', { name: 'Send link' }).waitFor()

    // Without the link, as in the e-mails of a service that does not know its address.
    const { data } = await service.site.admin.post(`/api/users/${id}/reset-link`)
    await page.goto(`${origin}/admin/set-password`)
    await page.getByLabel('Code from the e-mail').fill(`${data.token}x`)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByLabel('Repeat password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByLabel('Code from the e-mail').fill(data.token)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await end()
  })

  test('accepts an invitation, in Chinese too', async () => {
    const { data } = await service.site.admin.post('/api/users', {
      username: 'guest-writer',
      email: 'guest-writer@example.com',
      role: 'editor',
    })
    const expiresIn = (ms: number) =>
      service.engine.transact((tx) =>
        tx
          .updateTable('account_links')
          .set({ expires_at: Date.now() + ms })
          .where('user_id', '=', data.id)
          .execute(),
      )
    await expiresIn(-30_000)
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
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/链接已失效/)
    await page.getByText('请管理员重新邀请').waitFor()
    await expiresIn(30_000)
    await page.reload()
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

  test('confirms a new address only when the button is pressed', async () => {
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
    await page.getByText('sign in and enter it again in your profile').waitFor()
    await page.getByRole('link', { name: 'Request a new link' }).waitFor()
    await page.getByRole('link', { name: 'Open my profile' }).click()
    await page.getByLabel('Username or e-mail').waitFor()
    await end()
  })
})

async function newestAnswer(): Promise<string> {
  const { answer } = await service.engine.db
    .selectFrom('captchas')
    .select('answer')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return answer
}

async function fillAccount(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD)
}

test('a reader registers, with a captcha and a confirmed address', async () => {
  const root = await service.newUser('admin')
  await root.put('/api/settings', { registration_captcha: 1, registration_confirm: 1 })
  const { page, end } = await service.open('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillAccount(page, 'a-reader')
  await page.getByLabel('Characters in the picture').fill('wrong')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  const picture = page.getByLabel('Characters in the picture')
  await expect.poll(() => picture.inputValue()).toBe('')
  await picture.fill(await newestAnswer())
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

/** With the mouse, as a hand does it: each move is seen before the next. The arrow keys do the last pixels. */
async function dragPiece(page: Page, to: number): Promise<void> {
  const range = page.getByRole('slider')
  await range.scrollIntoViewIfNeeded()
  const box = await range.boundingBox()
  if (!box) throw new Error('no slider')
  const middle = box.y + box.height / 2
  const value = async () => Number(await range.inputValue())
  await page.mouse.move(box.x + 8, middle)
  await page.mouse.down()
  for (let x = 20; (await value()) < to - 25; x += 15) {
    const before = await value()
    await page.mouse.move(box.x + 8 + x, middle)
    await expect.poll(value).toBeGreaterThan(before)
  }
  await page.mouse.up()
  while ((await value()) < to) await range.press('ArrowRight')
  while ((await value()) > to) await range.press('ArrowLeft')
}

test('a reader registers with a slider, and with a code from a text message', async () => {
  const root = await service.newUser('admin')
  const settings = { registration: 1, registration_captcha: 1, registration_confirm: 0 }
  await root.put('/api/settings', { ...settings, comment_captcha_type: 'slider' })
  const { page, end } = await service.open('/register', undefined, { viewport: { width: 390, height: 844 } })
  const create = page.getByRole('button', { name: 'Create an account' })
  await fillAccount(page, 'slider-reader')
  await dragPiece(page, 10)
  await create.click()
  await page.locator('input[type=range][aria-invalid=true]').waitFor()
  await expect.poll(() => page.getByRole('slider').inputValue()).toBe('0')
  await page.getByLabel('Username').fill('admin')
  await dragPiece(page, Number(await newestAnswer()))
  await create.click()
  // The name is taken. The solved captcha stays valid.
  await page.getByText('This is already taken.').waitFor()
  await page.getByLabel('Username').fill('slider-reader')
  await create.click()
  await page.getByText('Account created.').waitFor()

  await root.put('/api/settings', { comment_captcha_type: 'sms' })
  await page.reload()
  await fillAccount(page, 'sms-reader')
  const send = page.getByRole('button', { name: 'Send code' })
  await page.getByLabel('Mobile number').fill('12')
  await send.click()
  await page.getByText('The format is not valid.').waitFor()
  await page.getByLabel('Mobile number').fill('+86 138 0000 0000')
  await send.click()
  await page.getByText('Code sent.').waitFor()
  const [message] = gateway.sent
  expect(message).toMatchObject({ mobile: '+8613800000000', text: expect.stringContaining('Your code is') })
  await page.getByLabel('Code from the text message').fill('no code')
  await create.click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('Code from the text message').fill(String(message?.code))
  await create.click()
  await page.getByText('Account created.').waitFor()
  expect(gateway.sent).toHaveLength(1)
  await end()
})
