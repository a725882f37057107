import { StatusError } from '@hearth/model'
import { GrowingBuffer } from '../../http/growing-buffer.ts'
import type { MemoryLease } from '../../http/memory-budget.ts'
import { unpack } from '../../http/unpack.ts'

/** What the official clients send and take at most. */
const MESSAGE_BYTES_MAX = 17 * 1024 * 1024
const PREFIX_BYTES = 5

/** One message as gRPC carries it: a flag byte, four bytes of length, the message (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export function encodeFrame(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + message.length)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  frame.set(message, PREFIX_BYTES)
  return frame
}

/** A message, and what is held of the budget for it; whoever is done with it gives that back. */
export interface HeldMessage {
  readonly bytes: Buffer
  readonly heldBytes: number
}

/** One that may have to be unpacked first. */
export interface Frame extends HeldMessage {
  readonly isPacked: boolean
}

/** Takes the bytes of a request as they come and gives the messages in them. */
export class FrameReader {
  readonly #encoding: string
  readonly #memory: MemoryLease
  readonly #prefix = Buffer.alloc(PREFIX_BYTES)
  #prefixBytes = 0
  /** The part of a message that is here. */
  #part: GrowingBuffer | undefined

  /** `encoding` is the request's `grpc-encoding`. Throws `unimplemented` for one that is not spoken here. */
  constructor(encoding: string | undefined, memory: MemoryLease) {
    this.#encoding = encoding ?? 'identity'
    this.#memory = memory
    if (this.#encoding !== 'identity' && this.#encoding !== 'gzip') {
      throw new StatusError(
        'unimplemented',
        'GRPC_ENCODING',
        `The message encoding ${this.#encoding} is not supported.`,
      )
    }
  }

  /** What ends in this chunk. Throws `resource-exhausted` for what is too long or for which there is no room. */
  *read(chunk: Buffer): Iterable<Frame> {
    let rest = chunk
    while (rest.length > 0) {
      rest = this.#readPrefix(rest)
      if (this.#prefixBytes < PREFIX_BYTES) return
      const length = this.#prefix.readUInt32BE(1)
      if (length > MESSAGE_BYTES_MAX) throw messageTooLarge()
      const bytes = rest.subarray(0, length - (this.#part?.length ?? 0))
      rest = rest.subarray(bytes.length)
      const message = this.#complete(bytes, length)
      if (message === undefined) return
      this.#prefixBytes = 0
      yield { ...message, isPacked: this.#isPacked() }
    }
  }

  /** A message has begun and not ended. */
  get isMidway(): boolean {
    return this.#prefixBytes > 0
  }

  /** Throws `invalid-argument` when the request ended inside a message. */
  finish(): void {
    if (this.isMidway) throw new StatusError('invalid-argument', 'BROKEN_FRAME', 'The request ended inside a message.')
  }

  /** What is left of the chunk behind the prefix. */
  #readPrefix(chunk: Buffer): Buffer {
    const copied = chunk.copy(this.#prefix, this.#prefixBytes, 0, PREFIX_BYTES - this.#prefixBytes)
    this.#prefixBytes += copied
    return chunk.subarray(copied)
  }

  /** The message, when these bytes complete it. */
  #complete(bytes: Buffer, length: number): HeldMessage | undefined {
    if (this.#part === undefined && bytes.length === length) {
      this.#memory.take(length)
      return { bytes, heldBytes: length }
    }
    this.#part ??= new GrowingBuffer(this.#memory, length)
    this.#part.add(bytes)
    if (this.#part.length < length) return undefined
    const { heldBytes } = this.#part
    const message = { bytes: this.#part.finish(), heldBytes }
    this.#part = undefined
    return message
  }

  #isPacked(): boolean {
    const flag = this.#prefix[0]
    if (flag === 0) return false
    if (flag === 1 && this.#encoding === 'gzip') return true
    throw new StatusError(
      'invalid-argument',
      'BROKEN_FRAME',
      'A message is marked as compressed in a way that was not announced.',
    )
  }
}

/** Throws `resource-exhausted` for what unpacks to too much, `invalid-argument` for what can't be unpacked. */
export async function unpackFrame({ bytes, heldBytes }: Frame, memory: MemoryLease): Promise<HeldMessage> {
  const unpacked = await unpack(only(bytes), {
    packing: 'gzip',
    bytesMax: MESSAGE_BYTES_MAX,
    memory,
    tooLarge: messageTooLarge,
    broken: (cause) =>
      new StatusError('invalid-argument', 'BROKEN_FRAME', 'A compressed message could not be unpacked.', { cause }),
  })
  memory.give(heldBytes)
  return { bytes: unpacked.finish(), heldBytes: unpacked.heldBytes }
}

async function* only(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes
}

function messageTooLarge(): StatusError {
  const message = `A message may hold at most ${MESSAGE_BYTES_MAX} bytes, and 200 times as many as when it is packed.`
  return new StatusError('resource-exhausted', 'MESSAGE_TOO_LARGE', message)
}
