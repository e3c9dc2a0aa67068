import { expect, test } from 'vitest'
import { embedOf, embedOrigins, embedProviders } from './embeds.ts'

test('every provider has one host and one complete path pattern', () => {
  for (const { host, path } of embedProviders) {
    expect(host).toMatch(/^[a-z0-9.-]+$/)
    expect([path.source.startsWith('^'), path.source.endsWith('$')]).toEqual([true, true])
    expect(embedOrigins).toContain(`https://${host}`)
    expect(embedOf(`https://${host}/`)).toBeUndefined()
  }
})

test('a URL is parsed like in a browser', () => {
  expect(embedOf('//player.vimeo.com/video/12')?.src).toBe('https://player.vimeo.com/video/12')
  expect(embedOf('https://PLAYER.VIMEO.COM/video/12')?.provider.name).toBe('Vimeo')
  for (const address of ['', 'x', `https://player.vimeo.com/video/1?${'x'.repeat(1000)}`])
    expect(embedOf(address)).toBeUndefined()
})
