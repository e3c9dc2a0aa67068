import { expect, test } from 'vitest'
import { startConsole } from '../../test/browser.ts'
import { ADMIN_PASSWORD } from '../../test/harness.ts'

const service = await startConsole()

test('the first administrator is asked for an address and a password, and who may read the site', async () => {
  const { page, end } = await service.open('/articles')
  await page.getByLabel('Username or e-mail').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Set e-mail and password' }).click()
  await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('no address')
  await page.getByLabel('Current password').fill(ADMIN_PASSWORD)
  await page.getByLabel('New password', { exact: false }).first().fill('a password of my own')
  await page.getByLabel('Repeat password').fill('a password of my own')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('me@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Set e-mail and password' }).count()).toBe(0)
  const login = { username: 'me@example.com', password: 'a password of my own' }
  const { data } = await service.client().post('/api/auth/login', login)
  const root = service.client({ token: data.token })

  await page.getByRole('link', { name: 'Decide who can read' }).click()
  await page.getByText('search shows titles').waitFor()
  await page.getByLabel('Only people I invite').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await expect
    .poll(async () => (await root.get('/api/settings')).data)
    .toMatchObject({ public_read: 0, registration: 0 })
  await page.goto(`${service.origin}/admin/readers`)
  await expect.poll(() => page.getByLabel('Only people I invite').isChecked()).toBe(true)
  await page.getByLabel('Everyone').check()
  await page.getByLabel('Require a captcha to register').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await expect
    .poll(async () => (await root.get('/api/settings')).data)
    .toMatchObject({
      public_read: 1,
      registration: 1,
      registration_captcha: 1,
      registration_confirm: 0,
    })
  await end()
})

test('a token gets its scope, sites and limit, and its changes are undone, with the result shown', async () => {
  const { site } = service
  const { page, end } = await service.open('/tokens', site.admin)
  await page.getByRole('button', { name: 'New token' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Robot')
  await form.getByLabel('Read and write').check()
  await form.getByRole('combobox', { name: 'Sites' }).click()
  await page.getByRole('option', { name: 'Default' }).click()
  await page.keyboard.press('Escape')
  await form.getByLabel('Requests per minute').fill('70000')
  await form.getByRole('button', { name: 'Create' }).click()
  await form.locator('[aria-invalid=true]').waitFor()
  await form.getByLabel('Requests per minute').fill('500')
  await form.getByRole('button', { name: 'Create' }).click()
  const secret = page.getByLabel('Token', { exact: true })
  await expect.poll(() => secret.inputValue()).toMatch(/^ink_/)
  const robot = service.client({ token: await secret.inputValue() })
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('Default · 500 per minute').waitFor()
  const made = await robot.post('/api/articles', { title: 'By a robot', content: 'x', category_id: 1 })
  expect(made.status).toBe(201)
  await robot.post('/api/categories', { name: 'Robotics' })
  await page.getByRole('button', { name: 'More actions for Robot' }).click()
  await page.getByRole('menuitem', { name: 'Undo changes' }).click()
  await page.getByLabel('Since: date').fill('2020-01-01')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo changes' }).click()
  await expect
    .poll(() => page.getByRole('dialog').getByRole('status').textContent())
    .toMatch(/were? undone|was undone/)
  await page.getByText('cannot be undone').waitFor()
  await expect
    .poll(async () => (await site.admin.get(`/api/articles/${made.data.id}`, { 'x-site': '1' })).status)
    .toBe(404)
  await end()
})
