import { expect, test } from 'vitest'
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
async function newAccount(username: string) {
  const email = `${username}@example.com`
  await service.site.admin.post('/api/users', { username, email, password: PASSWORD, role: 'editor' })
  const logIn = async () =>
    (await service.client().post('/api/auth/login', { username, password: PASSWORD })).data
  const { token, user } = await logIn()
  return {
    id: user.id as number,
    username,
    email,
    token: token as string,
    logIn,
    ...service.client({ token }),
  }
}

test('a second factor is set up with codes that are shown once, and turned off with one of them', async () => {
  const account = await newAccount('careful')
  const { page, end } = await service.open('/profile', account)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = String(await page.locator('form code').first().textContent()).replaceAll(' ', '')
  await page.getByLabel('Six-digit code').fill('12345')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('Six-digit code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.locator('pre').waitFor()
  const [code = ''] = String(await page.locator('pre').textContent()).split('\n')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('On: a code is required').waitFor()
  expect((await account.get('/api/auth/me')).data.second_factor).toBe(1)
  await page.getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByRole('textbox').fill(code)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Off: only the password').waitFor()
  expect((await account.get('/api/auth/me')).data.second_factor).toBe(0)
  await end()
})

test('a passkey is added, renamed, used and deleted', async () => {
  const account = await newAccount('keyed')
  const { page, end } = await service.open('/profile', account)
  await withAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await page.getByText('Laptop', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More actions for Laptop' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await page.getByText('Old laptop', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'keyed' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.getByText(/last used/).waitFor()
  await page.getByRole('button', { name: 'More actions for Old laptop' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('You have no passkeys yet.').waitFor()
  // The authenticator still has it, the service does not.
  await page.getByRole('button', { name: 'keyed' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/passkey/)
  await page.getByLabel('Username or e-mail').waitFor()
  await end()
})

test('the passkey of another person confirms nothing', async () => {
  const [owner, account] = [await newAccount('passkey-owner'), await newAccount('passkey-borrower')]
  const { page, end } = await service.open('/profile', owner)
  await withAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^More actions for Passkey/ }).waitFor()
  await page.getByRole('button', { name: 'passkey-owner' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()

  await page.getByLabel('Username or e-mail').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await service.engine.transact((tx) =>
    tx.updateTable('users').set({ second_factor_at: 1 }).where('id', '=', account.id).execute(),
  )
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const asking = page.getByRole('dialog', { name: 'Confirm your identity' })
  await asking.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(() => asking.getByRole('alert').textContent()).toMatch(/not a valid response|not valid/)
  expect((await account.get('/api/auth/passkeys')).data).toEqual([])
  await end()
})

test('sessions are listed and ended, one and all others', async () => {
  const account = await newAccount('everywhere')
  await account.logIn()
  await account.logIn()
  await account.logIn()
  const { page, end } = await service.open('/profile', account)
  const menus = page.getByRole('button', { name: /^More actions for/ })
  await expect.poll(() => menus.count()).toBe(3)
  await expect.poll(() => page.getByText('This device').count()).toBe(1)
  await menus.first().click()
  await page.getByRole('menuitem', { name: 'Sign out there' }).click()
  await expect.poll(() => menus.count()).toBe(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect.poll(() => menus.count()).toBe(0)
  await expect.poll(async () => (await account.get('/api/auth/sessions')).data).toHaveLength(1)
  await end()
})

test('the address changes with the password and the link; profile and e-mail settings are saved', async () => {
  const account = await newAccount('moving')
  const { page, end } = await service.open('/profile', account)
  await page.getByRole('textbox', { name: 'E-mail' }).fill('moved@example.com')
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  await page.getByText('A link was sent to moved@example.com').waitFor()
  expect(await mail.last('moved@example.com')).toContain('/admin/confirm-email?token=')
  await page.getByLabel('Bio').fill('Writes about gardens.')
  await page.getByRole('switch', { name: 'E-mail me about comments' }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await account.get('/api/auth/me')).data)
    .toMatchObject({ bio: 'Writes about gardens.', mail_comments: 0, email: account.email })
  await end()
})

test('the owner of an account with a password links it to the provider, and unlinks it', async () => {
  const account = await newAccount('organised')
  provider.become('sub-organised', { email: 'organised@example.com', email_verified: true })
  const { page, end } = await service.open('/profile', account)
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByText('Your account is linked with the provider.').waitFor()
  expect((await account.get('/api/auth/me')).data.linked).toBe(1)
  await page.getByRole('button', { name: 'Unlink' }).click()
  await page.getByText('Your account is not linked').waitFor()
  await end()

  provider.become('sub-of-another', { email: 'sub-of-another@example.com', email_verified: true })
  const another = await service.open('/')
  await another.page.getByRole('button', { name: 'Single sign-on' }).click()
  await another.page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await another.end()
  const again = await service.open('/profile', account)
  const link = () => again.page.getByRole('button', { name: 'Link', exact: true }).click()
  const alert = () => again.page.getByRole('alert').textContent()
  provider.become('')
  await link()
  await expect.poll(alert).toMatch(/failed or took too long/)
  provider.become('sub-of-another', { email: 'sub-of-another@example.com', email_verified: true })
  await link()
  await expect.poll(alert).toMatch(/already linked to another user/)
  expect((await account.get('/api/auth/me')).data.linked).toBe(0)
  await again.end()
})
