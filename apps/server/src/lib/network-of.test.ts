import { expect, it } from 'vitest'
import { networkOf, networksOf } from './network-of.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%j is of %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('an IPv6 address is in networks of 64, 56 and 48 bits, any other in one', () => {
  expect(networksOf('2001:db8:1:2345::9')).toEqual(['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48'])
  expect(networksOf('192.0.2.7')).toEqual(['192.0.2.7'])
})
