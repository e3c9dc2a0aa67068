import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientAddress, contains, normalizeAddress, parseCidrList, rateLimitKey } from './addresses.ts'

describe('normalizeAddress', () => {
  const spellings = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:DB8:0:0::0:1', '2001:db8::1'],
    ['::127.0.0.1', '::7f00:1'],
    ['::', '::'],
    ['64:ff9b::10.0.0.1', '64:ff9b::a00:1'],
  ] as const
  for (const [written, normal] of spellings)
    test(`${written} is ${normal}`, () => expect(normalizeAddress(written)).toBe(normal))

  const garbage = ['', ' ', '10', '1.2.3', '0x7f.0.0.1', '010.0.0.1', '256.1.1.1', '1.2.3.4.5', 'localhost', ':', '1::2::3', '1.2.3.4%eth0', '::ffff:1.2.3.256', '[::1]', '1.2.3.4\n'] // biome-ignore format: one list
  for (const text of garbage)
    test(`${JSON.stringify(text)} is not an address`, () => expect(normalizeAddress(text)).toBeUndefined())

  test('gives a stable form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const normal = normalizeAddress(text)
        expect(normal).toBeDefined()
        expect(normalizeAddress(normal ?? '')).toBe(normal)
      }),
    )
  })

  test('accepts any text without throwing', () => {
    fc.assert(fc.property(fc.string(), (text) => void normalizeAddress(text)))
  })
})

describe('parseCidrList and contains', () => {
  const list = parseCidrList('10.0.0.0/8, 192.168.1.5\nfd00::/8 ::1,::ffff:172.16.0.0/108')
  const inside = [
    '10.255.0.1',
    '::ffff:10.1.2.3',
    '192.168.1.5',
    'fd12::1',
    'fd12::1%eth0',
    '::1',
    '172.31.255.255',
  ]
  const outside = ['11.0.0.1', '192.168.1.6', 'fe80::1', '::2', '172.32.0.1', '::10.0.0.1', 'garbage', '']
  for (const address of inside) test(`contains ${address}`, () => expect(contains(list, address)).toBe(true))
  for (const address of outside)
    test(`does not contain ${JSON.stringify(address)}`, () => expect(contains(list, address)).toBe(false))

  test('an empty text is an empty list', () => {
    expect(parseCidrList(' , ')).toEqual([])
    expect(contains([], '127.0.0.1')).toBe(false)
  })
  test('a range of everything applies to its own family only', () => {
    expect(contains(parseCidrList('0.0.0.0/0'), '203.0.113.1')).toBe(true)
    expect(contains(parseCidrList('0.0.0.0/0'), '2001:db8::1')).toBe(false)
    expect(contains(parseCidrList('::/0'), '203.0.113.1')).toBe(false)
  })
  test('host bits in a range are ignored', () => {
    expect(contains(parseCidrList('10.1.2.3/8'), '10.9.9.9')).toBe(true)
  })

  for (const bad of [
    '10/8',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/0x8',
    'loopback',
  ])
    test(`rejects ${bad} by name`, () => {
      expect(() => parseCidrList(`127.0.0.1, ${bad}`)).toThrow(`"${bad}" is neither`)
    })
})

describe('rateLimitKey', () => {
  const keys = [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['nonsense', 'unknown'],
  ] as const
  for (const [address, key] of keys)
    test(`${address} counts as ${key}`, () => expect(rateLimitKey(address)).toBe(key))
})

describe('clientAddress', () => {
  const proxies = parseCidrList('10.0.0.0/8, ::1, fd00::/8')
  const cases = [
    ['nobody is trusted', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['the peer is trusted', '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['the peer is trusted in its mapped spelling', '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['the left entries are forged', '10.0.0.1', '9.9.9.9, 10.1.1.1, 1.1.1.1', '1.1.1.1'],
    ['there is a chain of proxies', '10.0.0.1', '9.9.9.9, 1.1.1.1,10.0.0.3 , 10.0.0.2', '1.1.1.1'],
    ['every entry is a proxy', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['an entry is garbage', '10.0.0.1', '1.1.1.1, <script>, 10.0.0.2', '10.0.0.2'],
    ['the last entry is garbage', '10.0.0.1', '1.1.1.1, unknown', '10.0.0.1'],
    ['the last entry is empty', '10.0.0.1', '1.1.1.1,', '10.0.0.1'],
    ['the header is empty', '10.0.0.1', '', '10.0.0.1'],
    ['there is no header', '10.0.0.1', undefined, '10.0.0.1'],
    ['the header came twice', '10.0.0.1', ['9.9.9.9', '1.1.1.1, 10.0.0.2'], '1.1.1.1'],
    ['entries carry ports', '::1', '1.1.1.1:4711, [fd00::2]:80', '1.1.1.1'],
    ['the client has IPv6', '::1', '2001:DB8::0:1', '2001:db8::1'],
    ['the entry is mapped', '::1', '::ffff:1.1.1.1', '1.1.1.1'],
    ['the socket is gone', undefined, '1.1.1.1', 'unknown'],
  ] as const
  for (const [when, socket, header, client] of cases)
    test(`is ${client} when ${when}`, () => expect(clientAddress(socket, header, proxies)).toBe(client))

  test('the header of an untrusted peer is ignored', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (entries) => {
        expect(clientAddress('203.0.113.9', entries.join(','), proxies)).toBe('203.0.113.9')
      }),
    )
  })
})
