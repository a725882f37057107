import { padded } from './padded.ts'

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))

/** MD5 (RFC 1321), synchronous and without a platform, so that rules mean the same in a browser. */
export function md5(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, 'little')
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state
    for (let i = 0; i < 64; i++) {
      const round = i >> 4
      const [mixed, word] = mix(round, i, b, c, d)
      const sum = (a + mixed + (SINES[i] ?? 0) + view.getInt32(block + word * 4, true)) | 0
      const shift = SHIFTS[round * 4 + (i & 3)] ?? 0
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
