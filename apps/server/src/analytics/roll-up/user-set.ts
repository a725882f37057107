/** Below this many users are counted exactly. */
export const EXACT_USERS_MAX = 400
const INDEX_BITS = 12
const REGISTERS = 1 << INDEX_BITS
const REST_BITS = 52 - INDEX_BITS
const REST_SIZE = 2 ** REST_BITS
/** The relative standard error of an estimate: 1.04 / √4096. */
export const USERS_STANDARD_ERROR = 1.04 / Math.sqrt(REGISTERS)

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digits = new Uint8Array(128)
for (let i = 0; i < ALPHABET.length; i++) digits[ALPHABET.charCodeAt(i)] = i
const digitCodes = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0))
/** Two digits at once, for 12 bits. */
const pairs = Array.from({ length: 4096 }, (_none, bits) => `${ALPHABET[bits >> 6]}${ALPHABET[bits & 63]}`)
/** Nine digits of six bits hold 52: four of the upper bits, five of the lower 30. */
const HASH_DIGITS = 9
const LOWER_SIZE = 2 ** 30
/** Bits of the rest that are among the upper 22 of a hash. */
const SEEN_BITS = 22 - INDEX_BITS
/** So many are brought into order at once. */
const ADDED_MAX = 1_024
const none = new Float64Array(0)

/**
 * How many different users there were, by their hashes (`hashText`). Up to 400 the hashes themselves; beyond, a HyperLogLog sketch with
 * 4,096 registers of which the first 12 bits of a hash choose one. What a set is depends on its users alone, not on the order in which
 * they or other sets were added.
 *
 * As text: empty for nobody; `=` and nine base64url digits for each hash, ascending; `~` and one digit for each register.
 */
export class UserSet {
  /** Ascending and different. */
  #exact: Float64Array = none
  /** Not in order yet, and perhaps known. */
  #added: number[] = []
  #ranks: Uint8Array | undefined

  static decode(text: string): UserSet {
    const set = new UserSet()
    set.addEncoded(text)
    return set
  }

  get isExact(): boolean {
    this.#settle()
    return this.#ranks === undefined
  }

  add(hash: number): void {
    if (this.#ranks !== undefined) raise(this.#ranks, hash)
    else if (this.#added.push(hash) >= ADDED_MAX) this.#settle()
  }

  addAll(other: UserSet): void {
    other.#settle()
    if (other.#ranks !== undefined) {
      mergeRanks(this.#estimated(), other.#ranks)
    } else if (this.#ranks !== undefined) {
      for (const hash of other.#exact) raise(this.#ranks, hash)
    } else {
      this.#addAscending(other.#exact)
    }
  }

  addEncoded(text: string): void {
    if (text === '') return
    if (text.startsWith('~')) {
      const ranks = this.#estimated()
      for (let index = 0; index < REGISTERS; index++) {
        const rank = digitAt(text, index + 1)
        if (rank > (ranks[index] ?? 0)) ranks[index] = rank
      }
    } else if (this.#ranks !== undefined) {
      raiseEncoded(this.#ranks, text)
    } else {
      this.#addAscending(decodeHashes(text))
    }
  }

  encode(): string {
    this.#settle()
    if (this.#ranks !== undefined) {
      return `~${Buffer.from(this.#ranks.map((rank) => digitCodes[rank] ?? 0)).toString('latin1')}`
    }
    let text = this.#exact.length === 0 ? '' : '='
    for (const hash of this.#exact) text += encodeHash(hash)
    return text
  }

  /** Exact, or estimated as in Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017), section 4. */
  count(): number {
    this.#settle()
    if (this.#ranks === undefined) return this.#exact.length
    const counts = Array.from({ length: REST_BITS + 2 }, () => 0)
    for (const rank of this.#ranks) counts[rank] = (counts[rank] ?? 0) + 1
    let sum = REGISTERS * tau(1 - (counts[REST_BITS + 1] ?? 0) / REGISTERS)
    for (let rank = REST_BITS; rank >= 1; rank--) sum = (sum + (counts[rank] ?? 0)) / 2
    sum += REGISTERS * sigma((counts[0] ?? 0) / REGISTERS)
    return Math.round((REGISTERS * REGISTERS) / (2 * Math.LN2 * sum))
  }

  /** Brings what was added into order; beyond the bound it is estimated from then on. */
  #settle(): void {
    if (this.#added.length === 0) return
    const added = Float64Array.from(this.#added).sort()
    this.#added = []
    this.#addAscending(added)
  }

  /** Adds hashes that ascend, of which some may be equal, to the exact ones; what else was added waits on. */
  #addAscending(added: Float64Array): void {
    const known = this.#exact
    const all = new Float64Array(known.length + added.length)
    let different = 0
    for (let i = 0, j = 0; i < known.length || j < added.length;) {
      const one = known[i] ?? Number.POSITIVE_INFINITY
      const other = added[j] ?? Number.POSITIVE_INFINITY
      const next = one <= other ? one : other
      if (one <= other) i++
      else j++
      if (different === 0 || next !== all[different - 1]) all[different++] = next
    }
    this.#exact = all.subarray(0, different)
    if (different > EXACT_USERS_MAX) this.#estimated()
  }

  /** The registers, which it has from now on. */
  #estimated(): Uint8Array {
    if (this.#ranks !== undefined) return this.#ranks
    const ranks = new Uint8Array(REGISTERS)
    for (const hash of this.#exact) raise(ranks, hash)
    for (const hash of this.#added) raise(ranks, hash)
    this.#exact = none
    this.#added = []
    this.#ranks = ranks
    return ranks
  }
}

function raise(ranks: Uint8Array, hash: number): void {
  const index = Math.floor(hash / REST_SIZE)
  const rank = rankOf(hash - index * REST_SIZE)
  if (rank > (ranks[index] ?? 0)) ranks[index] = rank
}

function mergeRanks(into: Uint8Array, ranks: Uint8Array): void {
  for (let index = 0; index < REGISTERS; index++) {
    const rank = ranks[index] ?? 0
    if (rank > (into[index] ?? 0)) into[index] = rank
  }
}

/** The place of the first 1 among 40 bits, from 1; 41 when there is none. */
function rankOf(rest: number): number {
  const high = Math.floor(rest / 0x1_0000_0000)
  if (high > 0) return Math.clz32(high) - 24 + 1
  return 8 + Math.clz32(rest >>> 0) + 1
}

function digitAt(text: string, at: number): number {
  return digits[text.charCodeAt(at)] ?? 0
}

/** The upper 22 bits of the hash whose digits begin here. */
function upperAt(text: string, at: number): number {
  return (
    (digitAt(text, at) << 18) | (digitAt(text, at + 1) << 12) | (digitAt(text, at + 2) << 6) | digitAt(text, at + 3)
  )
}

function lowerAt(text: string, at: number): number {
  let lower = 0
  for (let i = 4; i < HASH_DIGITS; i++) lower = (lower << 6) | digitAt(text, at + i)
  return lower
}

/** Of `=` and the digits of hashes. */
function decodeHashes(text: string): Float64Array {
  const hashes = new Float64Array((text.length - 1) / HASH_DIGITS)
  for (let index = 0, at = 1; index < hashes.length; index++, at += HASH_DIGITS) {
    hashes[index] = upperAt(text, at) * LOWER_SIZE + lowerAt(text, at)
  }
  return hashes
}

/** As `raise` for each hash in the text; the first digits say enough of nearly all of them. */
function raiseEncoded(ranks: Uint8Array, text: string): void {
  for (let at = 1; at < text.length; at += HASH_DIGITS) {
    const upper = upperAt(text, at)
    const seen = upper & (2 ** SEEN_BITS - 1)
    if (seen === 0) {
      raise(ranks, upper * LOWER_SIZE + lowerAt(text, at))
      continue
    }
    const index = upper >> SEEN_BITS
    const rank = Math.clz32(seen) - (32 - SEEN_BITS) + 1
    if (rank > (ranks[index] ?? 0)) ranks[index] = rank
  }
}

function encodeHash(hash: number): string {
  const upper = Math.floor(hash / LOWER_SIZE)
  const lower = hash - upper * LOWER_SIZE
  return `${pairs[upper >> 12]}${pairs[upper & 4095]}${pairs[lower >> 18]}${pairs[(lower >> 6) & 4095]}${ALPHABET[lower & 63]}`
}

function sigma(start: number): number {
  if (start === 1) return Number.POSITIVE_INFINITY
  let x = start
  let y = 1
  let z = x
  for (;;) {
    x *= x
    const before = z
    z += x * y
    y *= 2
    if (z === before) return z
  }
}

function tau(start: number): number {
  if (start === 0 || start === 1) return 0
  let x = start
  let y = 1
  let z = 1 - x
  for (;;) {
    x = Math.sqrt(x)
    const before = z
    y /= 2
    z -= (1 - x) ** 2 * y
    if (z === before) return z / 3
  }
}
