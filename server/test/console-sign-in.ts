import type { Page } from 'playwright-core'
import { typeCode } from './console-steps.ts'

/**
 * Signs in somebody without a second factor to a site that requires one, then again with it. Gives the name of each state
 * while it is shown.
 */
export async function* signingIn(page: Page, username: string, password: string): AsyncGenerator<string> {
  const submit = page.locator('form [type=submit]')
  const signIn = async (typed: string) => {
    await page.locator('[autocomplete=username]').fill(username)
    await page.locator('[type=password]').fill(typed)
    await submit.click()
  }
  await page.locator('[type=password]').waitFor()
  yield 'signing in'
  await signIn('a wrong one')
  await page.getByRole('alert').waitFor()
  yield 'signing in with a wrong password'
  await signIn(password)
  const setUp = page.getByRole('button', { name: /^(Set up|设置)$/ })
  await setUp.waitFor()
  yield 'a second factor is required'
  await setUp.click()
  await page.locator('form img').waitFor()
  yield 'setting up the required second factor'
  await typeCode({ page })
  await submit.click()
  await page.locator('pre').waitFor()
  yield 'the recovery codes of the required second factor'
  await page.getByRole('button', { name: /^(I have saved them|我已保存)$/ }).click()
  await page.locator('header [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: /^(Sign out|退出登录)$/ }).click()
  await signIn(password)
  await page.locator('[autocomplete=one-time-code]').waitFor()
  yield 'signing in with a code'
  await page.getByRole('button', { name: /^(Use a recovery code|使用恢复码)$/ }).click()
  yield 'signing in with a recovery code'
}
