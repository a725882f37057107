import { padded } from './padded.ts'

/** The first 32 bits of the fractional parts of the cube roots (and below, of the square roots) of the first primes. */
const ROUNDS = fractionsOf(64, Math.cbrt)
const START = fractionsOf(8, Math.sqrt)

/** SHA-256 (FIPS 180-4), synchronous and without a platform. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, 'big')
  const state = Int32Array.from(START)
  const words = new Int32Array(64)
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + i * 4)
    for (let i = 16; i < 64; i++) words[i] = extend(words, i)
    compress(state, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, value] of state.entries()) digest.setInt32(i * 4, value)
  return new Uint8Array(digest.buffer)
}

function extend(words: Int32Array, i: number): number {
  const early = words[i - 15] ?? 0
  const late = words[i - 2] ?? 0
  const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
  const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
  return ((words[i - 16] ?? 0) + small + (words[i - 7] ?? 0) + large) | 0
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const high = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const low = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + high) | 0
    d = c
    c = b
    b = a
    a = (high + low) | 0
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + value
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fractionsOf(count: number, root: (n: number) => number): Int32Array {
  const fractions: number[] = []
  for (let n = 2; fractions.length < count; n++) {
    if (isPrime(n)) fractions.push(Math.floor((root(n) % 1) * 2 ** 32))
  }
  return Int32Array.from(fractions)
}

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor++) {
    if (n % divisor === 0) return false
  }
  return true
}
