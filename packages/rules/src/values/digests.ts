/** The first 32 bits of the fractional parts of the cube roots (and below, of the square roots) of the first primes. */
const SHA256_ROUNDS = fractionsOf(64, Math.cbrt)
const SHA256_START = fractionsOf(8, Math.sqrt)
const MD5_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const
const MD5_SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))
/** Reflected polynomials. */
const CRC_POLYNOMIALS = { crc32: 0xedb88320, crc32c: 0x82f63b78 } as const

/** SHA-256 (FIPS 180-4), synchronous and without a platform. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, 'big')
  const state = Int32Array.from(SHA256_START)
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
    const high =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (SHA256_ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0
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

/** A message with the padding that MD5 and SHA-256 share: a one bit, zeros, and the length in bits. */
function padded(bytes: Uint8Array, order: 'little' | 'big'): DataView {
  const length = (((bytes.length + 8) >> 6) + 1) << 6
  const whole = new Uint8Array(length)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n, order === 'little')
  return view
}

/** MD5 (RFC 1321), synchronous and without a platform, so that rules mean the same in a browser. */
export function md5(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, 'little')
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state
    for (let i = 0; i < 64; i++) {
      const round = i >> 4
      const [mixed, word] = mix(round, i, b, c, d)
      const sum = (a + mixed + (MD5_SINES[i] ?? 0) + view.getInt32(block + word * 4, true)) | 0
      const shift = MD5_SHIFTS[round * 4 + (i & 3)] ?? 0
      a = d
      d = c
      c = b
      b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
    }
    for (const [i, value] of [a, b, c, d].entries()) state[i] = (state[i] ?? 0) + value
  }
  const digest = new DataView(new ArrayBuffer(16))
  for (const [i, value] of state.entries()) digest.setInt32(i * 4, value, true)
  return new Uint8Array(digest.buffer)
}

/** The round's function, and the word of the block that the step takes. */
function mix(round: number, i: number, b: number, c: number, d: number): [number, number] {
  switch (round) {
    case 0:
      return [(b & c) | (~b & d), i]
    case 1:
      return [(d & b) | (~d & c), (5 * i + 1) % 16]
    case 2:
      return [b ^ c ^ d, (3 * i + 5) % 16]
    default:
      return [c ^ (b | ~d), (7 * i) % 16]
  }
}

/** A cyclic redundancy check, its four bytes little-endian. */
export function crc32(bytes: Uint8Array, variant: keyof typeof CRC_POLYNOMIALS): Uint8Array {
  const table = CRC_TABLES[variant]
  let rest = -1
  for (const byte of bytes) rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] ?? 0)
  const digest = new DataView(new ArrayBuffer(4))
  digest.setInt32(0, ~rest, true)
  return new Uint8Array(digest.buffer)
}

const CRC_TABLES = { crc32: tableOf(CRC_POLYNOMIALS.crc32), crc32c: tableOf(CRC_POLYNOMIALS.crc32c) } as const

function tableOf(polynomial: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? polynomial : 0)
    return rest
  })
}
