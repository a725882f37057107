import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashText } from '../hash-text.ts'
import { exactUsersMax, UserSet, usersStandardError } from './user-set.ts'

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
    const hash = fc.oneof(
      fc.maxSafeNat().map((big) => big % 2 ** 52),
      fc.nat(2 ** 30).map((low) => 2 ** 40 + low),
    )
    fc.assert(
      fc.property(fc.array(hash, { minLength: 1, maxLength: 300 }), (later) => {
        const many = Array.from({ length: exactUsersMax + 1 }, (_none, index) => hashText(`user ${index}`))
        const fromTexts = setOf(many)
        fromTexts.addEncoded(setOf(later).encode())
        expect(fromTexts.encode()).toBe(setOf([...many, ...later]).encode())
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
        expect(again.isExact).toBe(new Set(all).size <= exactUsersMax)
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
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(4 * usersStandardError)
    const meanSquare = errors.reduce((sum, error) => sum + error * error, 0) / errors.length
    expect(Math.sqrt(meanSquare)).toBeLessThan(2 * usersStandardError)
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
