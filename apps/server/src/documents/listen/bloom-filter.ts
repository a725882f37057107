import { hash } from 'node:crypto'

/** Ten bits for each name and seven hashes: fewer than one name in a hundred is taken for a member and is none. */
const BITS_PER_NAME = 10
const HASHES = 7

export interface BloomFilter {
  readonly bitmap: Uint8Array
  /** Unused bits at the end of `bitmap`, 0 to 7. */
  readonly padding: number
  readonly hashCount: number
}

/**
 * The set of full resource names that a client may keep (document-semantics 8.4). Bit i of a name is
 * `((h1 + i * h2) mod 2^64) mod bits`, where h1 and h2 are the little-endian halves of the name's MD5.
 */
export function makeBloomFilter(names: Iterable<string>, count: number): BloomFilter {
  if (count === 0) return { bitmap: new Uint8Array(0), padding: 0, hashCount: 0 }
  const bits = count * BITS_PER_NAME
  const bitmap = new Uint8Array(Math.ceil(bits / 8))
  const padding = bitmap.length * 8 - bits
  const modulus = BigInt(bits)
  for (const name of names) {
    const digest = hash('md5', name, 'buffer')
    const h1 = digest.readBigUInt64LE(0)
    const h2 = digest.readBigUInt64LE(8)
    for (let i = 0n; i < HASHES; i++) {
      const bit = Number(BigInt.asUintN(64, h1 + i * h2) % modulus)
      bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return { bitmap, padding, hashCount: HASHES }
}
