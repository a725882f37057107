import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { describe, expect, it } from 'vitest'
import { outboundRequest } from './outbound-request.ts'
import { isWithin, lookUpWithin, PrivateAddressError } from './reach.ts'

const limits = { timeoutMs: 5_000, answerBytesMax: 1_000 }

const loopback = ['127.0.0.1', '127.255.0.1', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']
const inPrivateNetworks = [
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
]
const never = [
  '0.0.0.0',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '::',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fec0::1',
  'ff02::1',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  'localhost',
  '',
]

describe('A6 SSRF: an address', () => {
  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is within every reach',
    (address) => {
      expect(isWithin(address, 'public')).toBe(true)
      expect(isWithin(address, 'loopback')).toBe(true)
    },
  )

  it.each(loopback)('%s is within that of `hearth dev`', (address) => {
    expect((['public', 'loopback', 'private'] as const).map((reach) => isWithin(address, reach))).toEqual([
      false,
      true,
      true,
    ])
  })

  it.each(inPrivateNetworks)('%s is within reach where private networks are', (address) => {
    expect((['public', 'loopback', 'private'] as const).map((reach) => isWithin(address, reach))).toEqual([
      false,
      false,
      true,
    ])
  })

  it.each(never)('"%s" is within none', (address) => {
    expect((['public', 'loopback', 'private'] as const).some((reach) => isWithin(address, reach))).toBe(false)
  })
})

describe('A6 rebinding: a name', () => {
  const resolveTo = async (...addresses: string[]): Promise<unknown> => {
    const resolve = (_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void): void =>
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
    return await new Promise((settle) => {
      lookUpWithin('public', resolve)('shop.example', {}, (error, address) => settle(error ?? address))
    })
  }

  it('is connected to at the address that was looked at', async () => {
    expect(await resolveTo('8.8.8.8')).toBe('8.8.8.8')
  })

  it('is out of reach when one of its addresses is', async () => {
    expect(await resolveTo('8.8.8.8', '10.0.0.1')).toBeInstanceOf(PrivateAddressError)
    expect(await resolveTo('::ffff:169.254.169.254')).toBeInstanceOf(PrivateAddressError)
  })
})

it.each([
  'http://127.0.0.1:9/',
  'http://[::1]:9/',
  'http://localhost:9/',
  'https://169.254.169.254/latest',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://[::ffff:127.0.0.1]:9/',
  'http://[::ffff:a9fe:a9fe]/',
])('A6 SSRF: %s is not asked where public hosts alone are within reach', async (address) => {
  const asking = outboundRequest(new URL(address), { method: 'GET', headers: {} }, { ...limits, reach: 'public' })
  await expect(asking).rejects.toBeInstanceOf(PrivateAddressError)
})
