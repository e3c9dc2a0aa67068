import { describe, expect, test } from 'vitest'
import { startConsole } from '../../test/browser.ts'
import { codeOf } from '../../test/totp.ts'

const service = await startConsole()

const PASSWORD = 'correct horse battery'
async function newAccount(username: string, fields: object = {}) {
  const email = `${username}@example.com`
  await service.site.admin.post('/api/users', { username, email, password: PASSWORD, ...fields })
  const { token, user } = (await service.client().post('/api/auth/login', { username, password: PASSWORD }))
    .data
  return { id: user.id as number, username, token: token as string, ...service.client({ token }) }
}

async function switchOn(account: Awaited<ReturnType<typeof newAccount>>): Promise<string> {
  const { secret } = (await account.post('/api/auth/second-factor')).data
  await account.post('/api/auth/second-factor/confirm', { code: codeOf(secret) })
  return secret
}

describe('an administrator', () => {
  test('invites a user, and gets the link', async () => {
    const { page, context, end } = await service.open('/users?keyword=invited-here', service.site.admin)
    await page.getByRole('button', { name: 'New user' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Username').fill('invited-here')
    await form.getByLabel('E-mail').fill('invited-here@example.com')
    await form.getByRole('button', { name: 'Save' }).click()
    const link = page.getByRole('dialog').getByLabel('Link')
    await expect.poll(() => link.inputValue()).toContain(`${service.origin}/admin/set-password?token=`)
    const address = await link.inputValue()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByText('Invited', { exact: true }).waitFor()
    const guest = await context.newPage()
    await guest.goto(address)
    await guest.getByText('For your account on').waitFor()
    await guest.getByLabel('New password').fill(PASSWORD)
    await guest.getByLabel('Repeat password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Set password' }).click()
    await guest.getByRole('link', { name: 'Sign in' }).waitFor()
    const login = { username: 'invited-here', password: PASSWORD }
    expect((await service.client().post('/api/auth/login', login)).status).toBe(200)
    await end()
  })

  test('creates a link for a new password, and resets a lost second factor', async () => {
    const account = await newAccount('lost-phone')
    await switchOn(account)
    const { page, end } = await service.open('/users?keyword=lost-phone', service.site.admin)
    const menu = page.getByRole('button', { name: 'More actions for lost-phone' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Create password link' }).click()
    await expect
      .poll(() => page.getByRole('dialog').getByLabel('Link').inputValue())
      .toContain('/admin/set-password?token=')
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('cell', { name: 'Two-factor authentication' }).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Turn off two-factor authentication' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Two-factor authentication is off.').waitFor()
    const login = { username: 'lost-phone', password: PASSWORD }
    expect((await service.client().post('/api/auth/login', login)).status).toBe(200)
    await end()
  })

  test('assigns roles on sites', async () => {
    const account = await newAccount('local-writer')
    const { page, end } = await service.open('/users?keyword=local-writer', service.site.admin)
    await page.getByRole('button', { name: 'More actions for local-writer' }).click()
    await page.getByRole('menuitem', { name: 'Site roles' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: 'Default' }).click()
    await page.getByRole('option', { name: 'Editor' }).click()
    await form.getByText('only a member on all other sites').waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Default: Editor').waitFor()
    await expect
      .poll(async () => (await service.site.admin.get(`/api/users/${account.id}/sites`)).data)
      .toEqual([{ site_id: 1, role: 'editor' }])
    await end()
  })

  test('with a second factor must confirm it again before a sensitive action, which then continues', async () => {
    const account = await newAccount('careful-admin', { role: 'admin' })
    const secret = await switchOn(account)
    await service.engine.transact((tx) =>
      tx.updateTable('sessions').set({ confirmed_at: 1 }).where('user_id', '=', account.id).execute(),
    )
    const { page, end } = await service.open('/tokens', account)
    await page.getByRole('button', { name: 'New token' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Made carefully')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const asking = page.getByRole('dialog', { name: 'Confirm your identity' })
    await asking.getByLabel('Authentication code').fill('000')
    await asking.getByRole('button', { name: 'Continue' }).click()
    await asking.locator('[aria-invalid=true]').waitFor()
    await asking.getByLabel('Authentication code').fill(codeOf(secret, 1))
    await asking.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog', { name: 'Your new token' }).waitFor()
    expect((await account.get('/api/tokens')).data.list).toMatchObject([{ name: 'Made carefully' }])
    await end()
  })
})

test('a site administrator manages its members, and sees no other users', async () => {
  const chief = await newAccount('chief')
  await newAccount('newcomer')
  await service.site.admin.put(`/api/users/${chief.id}/sites`, [{ site_id: service.site.id, role: 'admin' }])
  const { page, end } = await service.open('/members', chief)
  await page.getByRole('button', { name: 'More actions for chief' }).waitFor()
  expect(await page.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Add a member' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Username or e-mail').fill('nobody-of-this-name')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.locator('[aria-invalid=true]').waitFor()
  await form.getByLabel('Username or e-mail').fill('newcomer')
  await form.getByRole('button', { name: 'Save' }).click()
  const menu = page.getByRole('button', { name: 'More actions for newcomer' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await menu.waitFor({ state: 'detached' })
  await end()
})
