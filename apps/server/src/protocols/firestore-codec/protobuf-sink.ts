/**
 * Writes the binary form of protobuf messages into one growing buffer. A length in front of an embedded message is
 * not known until it is written: five bytes are kept for it, and the message moves down over those not needed.
 */
export class ProtobufSink {
  #bytes: Buffer
  #length = 0

  constructor(capacity = 256) {
    this.#bytes = Buffer.allocUnsafe(capacity)
  }

  /** What was written; the sink must not be used again. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  tag(number: number, wireType: number): void {
    this.uint32((number << 3) | wireType)
  }

  uint32(value: number): void {
    this.#reserve(5)
    let rest = value >>> 0
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  /** A negative int32 is written with ten bytes, sign extended, as the format wants it. */
  int32(value: number): void {
    if (value >= 0) this.uint32(value)
    else this.int64(BigInt(value))
  }

  int64(value: bigint): void {
    this.#reserve(10)
    let rest = BigInt.asUintN(64, value)
    while (rest > 0x7fn) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.#bytes[this.#length++] = Number(rest)
  }

  bool(value: boolean): void {
    this.uint32(value ? 1 : 0)
  }

  double(value: number): void {
    this.#reserve(8)
    this.#bytes.writeDoubleLE(value, this.#length)
    this.#length += 8
  }

  bytes(value: Uint8Array): void {
    this.uint32(value.length)
    this.raw(value)
  }

  /** Bytes as they are, without a length in front. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  string(value: string): void {
    const length = Buffer.byteLength(value)
    this.uint32(length)
    this.#reserve(length)
    this.#length += this.#bytes.write(value, this.#length, 'utf8')
  }

  /** An embedded message: its length, then what `write` puts in. */
  message(write: () => void): void {
    this.#reserve(5)
    const lengthAt = this.#length
    this.#length += 5
    write()
    const bodyAt = lengthAt + 5
    const bodyLength = this.#length - bodyAt
    this.#length = lengthAt
    this.uint32(bodyLength)
    this.#bytes.copyWithin(this.#length, bodyAt, bodyAt + bodyLength)
    this.#length += bodyLength
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
