import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashText } from '../hash-text.ts'
import { EXACT_USERS_MAX, UserSet, USERS_STANDARD_ERROR } from './user-set.ts'

function setOf(users: Iterable<number>): UserSet {
  const set = new UserSet()
  for (const user of users) set.add(hashText(`user ${user}`))
  return set
}

/** Numbers with many that are equal, and enough of them to be estimated now and then. */
const users = fc
  .tuple(fc.nat(1_000), fc.nat(900))
  .map(([from, count]) => Array.from({ length: count }, (_none, index) => from + ((index * 7) % 800)))

describe('a set of users', () => {
  it('counts different ones exactly up to its bound', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { maxLength: 800 }), (all) => {
        const set = setOf(all)
        expect(set.isExact).toBe(true)
        expect(set.count()).toBe(new Set(all).size)
      }),
    )
  })

  it('is the same whichever of its parts come first, and however often', () => {
    fc.assert(
      fc.property(fc.array(users, { maxLength: 4 }), (parts) => {
        const whole = setOf(parts.flat()).encode()
        const sum = new UserSet()
        for (const part of parts.toReversed()) sum.addAll(setOf(part))
        expect(sum.encode()).toBe(whole)
        const fromTexts = new UserSet()
        for (const part of [...parts, ...parts]) fromTexts.addEncoded(setOf(part.toReversed()).encode())
        expect(fromTexts.encode()).toBe(whole)
      }),
      { numRuns: 60 },
    )
  })

  it('takes from texts what it takes from hashes, of any size', () => {
    const many = Array.from({ length: EXACT_USERS_MAX + 1 }, (_none, index) => index * 2 ** 43)
    const register = fc.nat(4095).map((index) => index * 2 ** 40)
    // Of all lengths, so that the first 1 is in any place.
    const rest = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.nat(2 ** 40 - 1)).map(([bits, all]) => all % 2 ** bits)
    const hash = fc.tuple(register, rest).map(([upper, lower]) => upper + lower)
    fc.assert(
      fc.property(fc.array(hash, { minLength: 1, maxLength: 300 }), (later) => {
        const [fromTexts, fromHashes, text] = [new UserSet(), new UserSet(), new UserSet()]
        for (const one of many) for (const set of [fromTexts, fromHashes]) set.add(one)
        for (const one of later) for (const set of [fromHashes, text]) set.add(one)
        fromTexts.addEncoded(text.encode())
        expect(fromTexts.isExact).toBe(false)
        expect(fromTexts.encode()).toBe(fromHashes.encode())
      }),
      { numRuns: 60 },
    )
  })

  it('comes back from its text as it was', () => {
    fc.assert(
      fc.property(users, (all) => {
        const set = setOf(all)
        const again = UserSet.decode(set.encode())
        expect(again.encode()).toBe(set.encode())
        expect(again.count()).toBe(set.count())
        expect(again.isExact).toBe(new Set(all).size <= EXACT_USERS_MAX)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps every bit of a hash', () => {
    const hashes = [0, 1, 2 ** 30 - 1, 2 ** 30, 2 ** 52 - 1]
    const set = new UserSet()
    for (const hash of hashes) set.add(hash)
    const again = UserSet.decode(set.encode())
    for (const hash of hashes) again.add(hash)
    expect(again.count()).toBe(hashes.length)
    expect(set.encode()).toMatch(/^=(A{9}|[\w-]{9})+$/)
  })

  it('estimates with the error that it states, at every size', () => {
    const errors = [500, 1_000, 3_000, 10_000, 30_000, 100_000].map((size) => {
      const set = new UserSet()
      for (let user = 0; user < size; user++) set.add(hashText(`${size} of ${user}`))
      return (set.count() - size) / size
    })
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(4 * USERS_STANDARD_ERROR)
    const meanSquare = errors.reduce((sum, error) => sum + error * error, 0) / errors.length
    expect(Math.sqrt(meanSquare)).toBeLessThan(2 * USERS_STANDARD_ERROR)
  })
})

describe('the hash of a text', () => {
  it('has 52 bits and is different for different texts', () => {
    const hashes = new Set<number>()
    for (let index = 0; index < 100_000; index++) {
      const hash = hashText(`client-${index}`)
      if (!Number.isInteger(hash) || hash < 0 || hash >= 2 ** 52) expect.fail(`${hash} is no hash`)
      hashes.add(hash)
    }
    expect(hashes.size).toBe(100_000)
  })
})
