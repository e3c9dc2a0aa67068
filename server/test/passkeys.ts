import type { Page } from 'playwright-core'

/** Adds a virtual authenticator to a page that accepts or rejects every request. */
export async function withAuthenticator(page: Page, isUserVerified = true): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
}
