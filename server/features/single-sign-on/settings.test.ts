import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'

const whole = {
  PUBLIC_URL: 'https://blog.example.com/',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'inkstone',
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLE_MAP: 'chiefs=admin, a=b=editor',
}
const read = (environment: Record<string, string>) => readConfig(environment, '/srv')

describe('the settings of single sign-on', () => {
  test('contain the provider, the client and the roles', () => {
    expect(read(whole).openId).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'inkstone',
      clientSecret: undefined,
      redirectUri: 'https://blog.example.com/api/auth/oidc/callback',
      roleClaim: 'groups',
      roleMap: new Map([
        ['chiefs', 'admin'],
        ['a=b', 'editor'],
      ]),
    })
    expect(read({}).openId).toBeUndefined()
  })

  const refusals: ReadonlyArray<readonly [string, Record<string, string>, RegExp]> = [
    ['plain http elsewhere', { ...whole, OIDC_ISSUER: 'http://login.example.com' }, /^OIDC_ISSUER: /],
    ['no address', { ...whole, OIDC_ISSUER: 'login' }, /^OIDC_ISSUER: /],
    ['no client', { ...whole, OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID: /],
    ['no issuer', { OIDC_CLIENT_ID: 'x' }, /^OIDC_ISSUER: /],
    ['no PUBLIC_URL', { ...whole, PUBLIC_URL: '' }, /^PUBLIC_URL: /],
    ['a role that does not exist', { ...whole, OIDC_ROLE_MAP: 'x=owner' }, /^OIDC_ROLE_MAP: /],
    ['a pair without a role', { ...whole, OIDC_ROLE_MAP: 'chiefs' }, /^OIDC_ROLE_MAP: /],
    ['a map without its claim', { ...whole, OIDC_ROLE_CLAIM: '' }, /^OIDC_ROLE_CLAIM and OIDC_ROLE_MAP: /],
  ]
  for (const [what, environment, words] of refusals)
    test(`stop the start with one line: ${what}`, () => {
      expect(() => read(environment)).toThrow(words)
    })
})
