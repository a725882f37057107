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
 * The set of full resource names that a client may keep (document-semantics 8.4), made for `capacity` of them. Bit i of a name is
 * `((h1 + i * h2) mod 2^64) mod bits`, where h1 and h2 are the little-endian halves of the name's MD5.
 */
export class BloomFilterOfNames {
  readonly #bitmap: Uint8Array
  readonly #bits: number
  readonly #modulus: bigint

  constructor(capacity: number) {
    this.#bits = capacity * BITS_PER_NAME
    this.#bitmap = new Uint8Array(Math.ceil(this.#bits / 8))
    this.#modulus = BigInt(this.#bits)
  }

  add(name: string): void {
    const digest = hash('md5', name, 'buffer')
    const h1 = digest.readBigUInt64LE(0)
    const h2 = digest.readBigUInt64LE(8)
    for (let i = 0n; i < HASHES; i++) {
      const bit = Number(BigInt.asUintN(64, h1 + i * h2) % this.#modulus)
      this.#bitmap[bit >> 3] = (this.#bitmap[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }

  get encoded(): BloomFilter {
    const bitmap = this.#bitmap
    if (bitmap.length === 0) return { bitmap, padding: 0, hashCount: 0 }
    return { bitmap, padding: bitmap.length * 8 - this.#bits, hashCount: HASHES }
  }
}
