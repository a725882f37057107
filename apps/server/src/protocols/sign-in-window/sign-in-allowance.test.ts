import { expect, test } from 'vitest'
import { SignInAllowance } from './sign-in-allowance.ts'

const KIB = 1024
const tooMany = expect.objectContaining({ code: 'resource-exhausted', reason: 'TOO_MANY_REQUESTS' })

/** As long as such a request may be. */
const large = {
  providerId: 'google.com',
  authType: 'signInViaPopup',
  eventId: undefined,
  redirectUrl: `https://app.example.com/${'x'.repeat(4 * KIB)}`,
}
const small = { ...large, redirectUrl: 'https://app.example.com/' }

/** How many begin before there is no room. */
function begin(allowance: SignInAllowance, request: typeof large, addressOf: (index: number) => string): number {
  for (let begun = 0; ; begun++) {
    try {
      allowance.takeBytes(addressOf(begun), 'shop-app', request)
    } catch (error) {
      expect(error).toEqual(tooMany)
      return begun
    }
  }
}

test('a network has two mebibytes of sign-ins in ten minutes, and thousands of usual ones', () => {
  let now = 0
  const allowance = new SignInAllowance({ nowMs: () => now })
  const begun = begin(allowance, large, () => '192.0.2.1')
  expect(begun).toBeGreaterThan(400)
  expect(begun * 4 * KIB).toBeLessThan(2 * KIB * KIB)
  expect(begin(allowance, small, () => '192.0.2.2')).toBeGreaterThan(2_000)
  now += 10 * 60_000
  allowance.takeBytes('192.0.2.1', 'shop-app', large)
})

test('a project has 64 mebibytes, which cost a network nothing once they are used up', () => {
  const allowance = new SignInAllowance({ nowMs: () => 0 })
  const begun = begin(allowance, large, (index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
  expect(begun * 4 * KIB).toBeLessThan(64 * KIB * KIB)
  for (let times = 0; times < 1_000; times++) {
    expect(() => allowance.takeBytes('192.0.2.1', 'shop-app', large)).toThrow(tooMany)
  }
  allowance.takeBytes('192.0.2.1', 'another', large)
})
