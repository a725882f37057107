import { isUtf8 } from 'node:buffer'
import { invalidArgument } from '@hearth/model'
import type { ReadMeter } from './read-meter.ts'

/**
 * A cursor over the binary form of a protobuf message (https://protobuf.dev/programming-guides/encoding/). Every
 * length is checked against what is there before anything is taken. Throws `invalid-argument`/`INVALID_PROTOBUF`, and what its
 * meter throws.
 */
export class ProtobufSource {
  readonly meter: ReadMeter
  readonly #bytes: Buffer
  #at: number
  readonly #end: number

  constructor(bytes: Buffer, meter: ReadMeter, start = 0, end = bytes.length) {
    this.meter = meter
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  /** The next field's number and wire type, as `number << 3 | wireType`. */
  tag(): number {
    this.meter.countTag()
    const tag = this.uint32()
    if (tag >>> 3 === 0) throw broken('a field has the number 0')
    return tag
  }

  /** A varint's low 32 bits, unsigned. */
  uint32(): number {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte()
      if (shift < 32) value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
    throw broken('a number is too long')
  }

  int32(): number {
    return this.uint32() | 0
  }

  int64(): bigint {
    let low = 0
    let high = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte()
      const bits = byte & 0x7f
      if (shift < 28) low |= bits << shift
      else if (shift === 28) {
        low |= bits << 28
        high |= bits >>> 4
      } else if (shift < 64) high |= bits << (shift - 32)
      if (byte < 0x80) {
        // Small numbers, the usual ones, are spared the arithmetic on bigints.
        if (high === 0) return BigInt(low >>> 0)
        return BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0))
      }
    }
    throw broken('a number is too long')
  }

  bool(): boolean {
    return this.int64() !== 0n
  }

  double(): number {
    const at = this.#take(8)
    return this.#bytes.readDoubleLE(at)
  }

  /** A copy: what is kept must not hold the whole request in memory. */
  bytes(): Buffer {
    const length = this.uint32()
    const at = this.#take(length)
    return Buffer.from(this.#bytes.subarray(at, at + length))
  }

  string(): string {
    const length = this.uint32()
    const at = this.#take(length)
    if (length === 0) return ''
    const slice = this.#bytes.subarray(at, at + length)
    if (!isUtf8(slice)) throw broken('a text is not valid UTF-8')
    return slice.toString('utf8')
  }

  /** The embedded message that follows. */
  message(): ProtobufSource {
    const length = this.uint32()
    const at = this.#take(length)
    return new ProtobufSource(this.#bytes, this.meter, at, at + length)
  }

  /** Throws unless a field has the wire type its declaration calls for. */
  expect(tag: number, wireType: number): void {
    if ((tag & 7) !== wireType) throw broken(`field ${tag >>> 3} has the wrong wire type`)
  }

  skip(tag: number): void {
    switch (tag & 7) {
      case 0:
        this.int64()
        return
      case 1:
        this.#take(8)
        return
      case 2:
        this.#take(this.uint32())
        return
      case 5:
        this.#take(4)
        return
      default:
        // Groups (3 and 4) left the language long ago; 6 and 7 never were in it.
        throw broken(`field ${tag >>> 3} has an unknown wire type`)
    }
  }

  #byte(): number {
    if (this.#at >= this.#end) throw broken('it ends in the middle of a field')
    return this.#bytes[this.#at++] ?? 0
  }

  #take(length: number): number {
    const at = this.#at
    if (length > this.#end - at) throw broken('a length points beyond its end')
    this.#at = at + length
    return at
  }
}

function broken(what: string): Error {
  return invalidArgument('INVALID_PROTOBUF', `The message is not valid protobuf: ${what}.`)
}
