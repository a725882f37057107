/** MD5 of bytes that come in parts, as RFC 1321 has it. It finds damage on the way; it is no proof against somebody who means harm. */
export class Md5 {
  readonly #state = new Int32Array([0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476])
  readonly #rest = new Uint8Array(blockBytes)
  #restBytes = 0
  #bytes = 0

  update(part: Uint8Array): void {
    this.#bytes += part.length
    let at = 0
    if (this.#restBytes > 0) {
      at = Math.min(blockBytes - this.#restBytes, part.length)
      this.#rest.set(part.subarray(0, at), this.#restBytes)
      this.#restBytes += at
      if (this.#restBytes < blockBytes) return
      addBlocks(this.#state, this.#rest, 0, blockBytes)
      this.#restBytes = 0
    }
    const end = part.length - ((part.length - at) % blockBytes)
    addBlocks(this.#state, part, at, end)
    this.#rest.set(part.subarray(end))
    this.#restBytes = part.length - end
  }

  /** The 16 bytes of the sum. Nothing may be added after. */
  digest(): Uint8Array {
    const padded = new Uint8Array(this.#restBytes < blockBytes - 8 ? blockBytes : 2 * blockBytes)
    padded.set(this.#rest.subarray(0, this.#restBytes))
    padded[this.#restBytes] = 0x80
    new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(this.#bytes) * 8n, true)
    addBlocks(this.#state, padded, 0, padded.length)
    return new Uint8Array(this.#state.buffer)
  }
}

const blockBytes = 64
const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const constants = Int32Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) | 0)
const rotations = Int32Array.from({ length: 64 }, (_, at) => shifts[(at >> 4) * 4 + (at & 3)] ?? 0)
/** Which word of the block each step takes. */
const words = Int32Array.from({ length: 64 }, (_, at) => {
  const turns = [at, 5 * at + 1, 3 * at + 5, 7 * at]
  return (turns[at >> 4] ?? 0) & 15
})

function addBlocks(state: Int32Array, bytes: Uint8Array, from: number, to: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const block = new Int32Array(16)
  let [a0 = 0, b0 = 0, c0 = 0, d0 = 0] = state
  for (let at = from; at < to; at += blockBytes) {
    for (let word = 0; word < 16; word++) block[word] = view.getInt32(at + word * 4, true)
    let [a, b, c, d] = [a0, b0, c0, d0]
    for (let step = 0; step < 64; step++) {
      const mixed =
        step < 16 ? (b & c) | (~b & d) : step < 32 ? (d & b) | (~d & c) : step < 48 ? b ^ c ^ d : c ^ (b | ~d)
      const sum = (a + mixed + (constants[step] ?? 0) + (block[words[step] ?? 0] ?? 0)) | 0
      const turn = rotations[step] ?? 0
      a = d
      d = c
      c = b
      b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0
    }
    a0 = (a0 + a) | 0
    b0 = (b0 + b) | 0
    c0 = (c0 + c) | 0
    d0 = (d0 + d) | 0
  }
  state.set([a0, b0, c0, d0])
}
