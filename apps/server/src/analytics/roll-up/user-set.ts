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
/** Nine digits of six bits hold 52. */
const hashDigits = 9

/**
 * How many different users there were, by their hashes (`hashText`). Up to 400 the hashes themselves; beyond, a HyperLogLog sketch with
 * 4,096 registers of which the first 12 bits of a hash choose one. What a set is depends on its users alone, not on the order in which
 * they or other sets were added.
 *
 * As text: empty for nobody; `=` and nine base64url digits for each hash, ascending; `~` and one digit for each register.
 */
export class UserSet {
  #exact: Set<number> | undefined = new Set()
  #ranks: Uint8Array | undefined

  static decode(text: string): UserSet {
    const set = new UserSet()
    set.addEncoded(text)
    return set
  }

  get isExact(): boolean {
    return this.#ranks === undefined
  }

  add(hash: number): void {
    if (this.#exact === undefined) {
      this.#raise(hash)
      return
    }
    this.#exact.add(hash)
    if (this.#exact.size > exactUsersMax) this.#estimate()
  }

  addAll(other: UserSet): void {
    if (other.#exact !== undefined) for (const hash of other.#exact) this.add(hash)
    else this.#mergeRanks((index) => other.#ranks?.[index] ?? 0)
  }

  addEncoded(text: string): void {
    if (text === '') return
    if (text.startsWith('~')) {
      this.#mergeRanks((index) => digits[text.charCodeAt(index + 1)] ?? 0)
      return
    }
    for (let at = 1; at < text.length; at += hashDigits) {
      let hash = 0
      for (let i = 0; i < hashDigits; i++) hash = hash * 64 + (digits[text.charCodeAt(at + i)] ?? 0)
      this.add(hash)
    }
  }

  encode(): string {
    if (this.#exact === undefined) {
      let text = '~'
      for (const rank of this.#ranks ?? []) text += alphabet[rank]
      return text
    }
    if (this.#exact.size === 0) return ''
    return `=${[...this.#exact]
      .toSorted((a, b) => a - b)
      .map(encodeHash)
      .join('')}`
  }

  /** Exact, or estimated as in Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017), section 4. */
  count(): number {
    if (this.#exact !== undefined) return this.#exact.size
    const counts = Array.from({ length: restBits + 2 }, () => 0)
    for (const rank of this.#ranks ?? []) counts[rank] = (counts[rank] ?? 0) + 1
    let sum = registers * tau(1 - (counts[restBits + 1] ?? 0) / registers)
    for (let rank = restBits; rank >= 1; rank--) sum = (sum + (counts[rank] ?? 0)) / 2
    sum += registers * sigma((counts[0] ?? 0) / registers)
    return Math.round((registers * registers) / (2 * Math.LN2 * sum))
  }

  #estimate(): Uint8Array {
    const ranks = (this.#ranks = new Uint8Array(registers))
    const exact = this.#exact ?? []
    this.#exact = undefined
    for (const hash of exact) this.#raise(hash)
    return ranks
  }

  #raise(hash: number): void {
    const ranks = this.#ranks
    if (ranks === undefined) return
    const index = Math.floor(hash / restSize)
    const rank = rankOf(hash - index * restSize)
    if (rank > (ranks[index] ?? 0)) ranks[index] = rank
  }

  #mergeRanks(rankAt: (index: number) => number): void {
    const ranks = this.#ranks ?? this.#estimate()
    for (let index = 0; index < registers; index++) {
      const rank = rankAt(index)
      if (rank > (ranks[index] ?? 0)) ranks[index] = rank
    }
  }
}

/** The place of the first 1 among 40 bits, from 1; 41 when there is none. */
function rankOf(rest: number): number {
  const high = Math.floor(rest / 0x1_0000_0000)
  if (high > 0) return Math.clz32(high) - 24 + 1
  return 8 + Math.clz32(rest >>> 0) + 1
}

function encodeHash(hash: number): string {
  let text = ''
  let left = hash
  for (let i = 0; i < hashDigits; i++) {
    const digit = left % 64
    text = alphabet[digit] + text
    left = (left - digit) / 64
  }
  return text
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
