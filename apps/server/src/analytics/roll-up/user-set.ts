/** Below this many users are counted exactly. */
export const exactUsersMax = 400
const indexBits = 12
const registers = 1 << indexBits
const restBits = 52 - indexBits
const restSize = 2 ** restBits
/** The relative standard error of an estimate: 1.04 / √4096. */
export const usersStandardError = 1.04 / Math.sqrt(registers)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digits = new Uint8Array(128)
for (let i = 0; i < alphabet.length; i++) digits[alphabet.charCodeAt(i)] = i
const digitCodes = Uint8Array.from(alphabet, (digit) => digit.charCodeAt(0))
/** Two digits at once, for 12 bits. */
const pairs = Array.from({ length: 4096 }, (_none, bits) => `${alphabet[bits >> 6]}${alphabet[bits & 63]}`)
/** Nine digits of six bits hold 52: four of the upper bits, five of the lower 30. */
const hashDigits = 9
const lowerSize = 2 ** 30
/** So many are brought into order at once. */
const addedMax = 1_024
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
    else if (this.#added.push(hash) >= addedMax) this.#settle()
  }

  addAll(other: UserSet): void {
    other.#settle()
    if (other.#ranks === undefined) for (const hash of other.#exact) this.add(hash)
    else mergeRanks(this.#estimated(), other.#ranks)
  }

  addEncoded(text: string): void {
    if (text.startsWith('~')) {
      const ranks = this.#estimated()
      for (let index = 0; index < registers; index++) {
        const rank = digits[text.charCodeAt(index + 1)] ?? 0
        if (rank > (ranks[index] ?? 0)) ranks[index] = rank
      }
      return
    }
    for (let at = 1; at < text.length; at += hashDigits) {
      let hash = 0
      for (let i = 0; i < hashDigits; i++) hash = hash * 64 + (digits[text.charCodeAt(at + i)] ?? 0)
      this.add(hash)
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
    const counts = Array.from({ length: restBits + 2 }, () => 0)
    for (const rank of this.#ranks) counts[rank] = (counts[rank] ?? 0) + 1
    let sum = registers * tau(1 - (counts[restBits + 1] ?? 0) / registers)
    for (let rank = restBits; rank >= 1; rank--) sum = (sum + (counts[rank] ?? 0)) / 2
    sum += registers * sigma((counts[0] ?? 0) / registers)
    return Math.round((registers * registers) / (2 * Math.LN2 * sum))
  }

  /** Brings what was added into order; beyond the bound it is estimated from then on. */
  #settle(): void {
    if (this.#added.length === 0) return
    const all = new Float64Array(this.#exact.length + this.#added.length)
    all.set(this.#exact)
    all.set(this.#added, this.#exact.length)
    all.sort()
    this.#added = []
    let different = 0
    for (const hash of all) {
      if (different === 0 || hash !== all[different - 1]) all[different++] = hash
    }
    this.#exact = all.slice(0, different)
    if (different > exactUsersMax) this.#estimated()
  }

  /** The registers, which it has from now on. */
  #estimated(): Uint8Array {
    if (this.#ranks !== undefined) return this.#ranks
    const ranks = new Uint8Array(registers)
    for (const hash of this.#exact) raise(ranks, hash)
    for (const hash of this.#added) raise(ranks, hash)
    this.#exact = none
    this.#added = []
    this.#ranks = ranks
    return ranks
  }
}

function raise(ranks: Uint8Array, hash: number): void {
  const index = Math.floor(hash / restSize)
  const rank = rankOf(hash - index * restSize)
  if (rank > (ranks[index] ?? 0)) ranks[index] = rank
}

function mergeRanks(into: Uint8Array, ranks: Uint8Array): void {
  for (let index = 0; index < registers; index++) {
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

function encodeHash(hash: number): string {
  const upper = Math.floor(hash / lowerSize)
  const lower = hash - upper * lowerSize
  return `${pairs[upper >> 12]}${pairs[upper & 4095]}${pairs[lower >> 18]}${pairs[(lower >> 6) & 4095]}${alphabet[lower & 63]}`
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
