import { gunzipSync } from 'node:zlib'
import { StatusError } from '@hearth/model'

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

/** Takes the bytes of a request as they come and gives the messages in them. */
export class FrameReader {
  readonly #encoding: string
  #held: Buffer[] = []
  #heldBytes = 0

  /** `encoding` is the request's `grpc-encoding`. Throws `unimplemented` for one that is not spoken here. */
  constructor(encoding: string | undefined) {
    this.#encoding = encoding ?? 'identity'
    if (this.#encoding !== 'identity' && this.#encoding !== 'gzip') {
      throw new StatusError(
        'unimplemented',
        'GRPC_ENCODING',
        `The message encoding ${this.#encoding} is not supported.`,
      )
    }
  }

  /** Throws `resource-exhausted` for a message that is too long, `invalid-argument` for one that can't be unpacked. */
  *read(chunk: Buffer): Iterable<Buffer> {
    this.#held.push(chunk)
    this.#heldBytes += chunk.length
    while (this.#heldBytes >= PREFIX_BYTES) {
      const head = this.#peek(PREFIX_BYTES)
      const length = head.readUInt32BE(1)
      if (length > MESSAGE_BYTES_MAX) throw messageTooLarge()
      if (this.#heldBytes < PREFIX_BYTES + length) return
      const frame = this.#take(PREFIX_BYTES + length)
      yield this.#unpack(frame[0] ?? 0, frame.subarray(PREFIX_BYTES))
    }
  }

  /** Throws `invalid-argument` when the request ended inside a message. */
  finish(): void {
    if (this.#heldBytes > 0)
      throw new StatusError('invalid-argument', 'BROKEN_FRAME', 'The request ended inside a message.')
  }

  #unpack(flag: number, message: Buffer): Buffer {
    if (flag === 0) return message
    if (flag !== 1 || this.#encoding !== 'gzip') {
      throw new StatusError(
        'invalid-argument',
        'BROKEN_FRAME',
        'A message is marked as compressed in a way that was not announced.',
      )
    }
    try {
      return gunzipSync(message, { maxOutputLength: MESSAGE_BYTES_MAX })
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw messageTooLarge()
      throw new StatusError('invalid-argument', 'BROKEN_FRAME', 'A compressed message could not be unpacked.', {
        cause,
      })
    }
  }

  #peek(count: number): Buffer {
    const first = this.#held[0]
    if (first && first.length >= count) return first
    this.#held = [Buffer.concat(this.#held)]
    return this.#held[0] ?? Buffer.alloc(0)
  }

  #take(count: number): Buffer {
    const all = this.#peek(count)
    const taken = all.subarray(0, count)
    const rest = all.subarray(count)
    if (rest.length > 0) this.#held[0] = rest
    else this.#held.shift()
    this.#heldBytes -= count
    return taken
  }
}

function messageTooLarge(): StatusError {
  const message = `A message may hold at most ${MESSAGE_BYTES_MAX} bytes.`
  return new StatusError('resource-exhausted', 'MESSAGE_TOO_LARGE', message)
}
