import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BloomFilter, BloomFilterOfNames } from './bloom-filter.ts'

/** As a client asks. */
function mightContain({ bitmap, padding, hashCount }: BloomFilter, name: string): boolean {
  const bits = bitmap.length * 8 - padding
  if (bits === 0) return false
  const digest = hash('md5', name, 'buffer')
  const [h1, h2] = [digest.readBigUInt64LE(0), digest.readBigUInt64LE(8)]
  for (let i = 0n; i < hashCount; i++) {
    const bit = Number(BigInt.asUintN(64, h1 + i * h2) % BigInt(bits))
    if (((bitmap[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

function makeBloomFilter(names: Iterable<string>, count: number): BloomFilter {
  const filter = new BloomFilterOfNames(count)
  for (const name of names) filter.add(name)
  return filter.encoded
}

test('contains every name that went in', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 50 }), (names) => {
      const filter = makeBloomFilter(names, names.length)
      expect(names.every((name) => mightContain(filter, name))).toBe(true)
      expect(filter.padding).toBeLessThan(8)
    }),
  )
})

test('takes few others for members', () => {
  const filter = makeBloomFilter(names('in', 1000), 1000)
  const mistaken = [...names('out', 1000)].filter((name) => mightContain(filter, name))
  expect(mistaken.length).toBeLessThan(30)
})

test('is empty without names', () => {
  expect(makeBloomFilter([], 0)).toEqual({ bitmap: new Uint8Array(0), padding: 0, hashCount: 0 })
})

function* names(prefix: string, count: number): Generator<string> {
  for (let i = 0; i < count; i++) yield `projects/p/databases/(default)/documents/${prefix}/${i}`
}
