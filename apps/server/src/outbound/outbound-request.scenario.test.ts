import { describe, expect, it } from 'vitest'
import { outboundRequest } from './outbound-request.ts'
import { isPrivateAddress, PrivateAddressError } from './private-addresses.ts'

const limits = { timeoutMs: 5_000, answerBytesMax: 1_000 }

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
  ])('is true of %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    'is false of %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false)
    },
  )
})

it.each([
  'http://127.0.0.1:9/',
  'http://[::1]:9/',
  'http://localhost:9/',
  'https://169.254.169.254/latest',
  'http://2130706433/',
  'http://0x7f.1/',
])('%s is not asked when private networks are not allowed', async (address) => {
  const asking = outboundRequest(new URL(address), { method: 'GET', headers: {} }, { ...limits, allowsPrivate: false })
  await expect(asking).rejects.toBeInstanceOf(PrivateAddressError)
})
