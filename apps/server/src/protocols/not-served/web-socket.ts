import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { StatusError } from '@hearth/model'
import type { MemoryLease } from '../../http/memory-budget.ts'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const UNREAD_BYTES_MAX = 64 * 1024
/** Clients of the Realtime Database say something every 45 seconds. */
const IDLE_MS = 90_000

/** So many frames are read before others have their turn. */
const FRAMES_PER_TURN = 50
/** Between two texts. */
const PINGS_MAX = 100

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/**
 * The server's side of RFC 6455 as far as it takes to say no: texts in one frame each, nothing compressed. A frame of more than 64 KiB, a
 * client that reads nothing or says nothing for a minute and a half, and whatever is no WebSocket end the connection.
 */
export class WebSocketConnection {
  readonly #socket: Socket
  readonly #memory: MemoryLease
  readonly #onText: (text: string) => void
  #unread: Buffer
  /** What was taken of the budget for what is unread. */
  #heldBytes = 0
  #pings = 0

  private constructor({ socket, head, memory }: Upgraded, onText: (text: string) => void) {
    this.#socket = socket
    this.#memory = memory
    this.#unread = head
    this.#onText = onText
  }

  /** Undefined, with the connection ended, where the request is no opening handshake. `onText` is called from a later turn on. */
  static accept(
    { headers }: IncomingMessage,
    upgraded: Upgraded,
    onText: (text: string) => void,
  ): WebSocketConnection | undefined {
    const { socket } = upgraded
    const key = headers['sec-websocket-key'] ?? ''
    if (!/^[+/\w]{22}==$/.test(key) || headers['sec-websocket-version'] !== '13') {
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      socket.destroySoon()
      return undefined
    }
    const accept = createHash('sha1')
      .update(key + GUID)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    const connection = new WebSocketConnection(upgraded, onText)
    connection.#listen()
    return connection
  }

  send(text: string): void {
    this.#write(opcodes.text, Buffer.from(text))
  }

  #listen(): void {
    const socket = this.#socket
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.on('end', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk])
      this.#readFrames()
    })
    setImmediate(() => this.#readFrames())
  }

  #readFrames(): void {
    for (let frames = 0; !this.#socket.destroyed; frames++) {
      if (frames === FRAMES_PER_TURN) {
        this.#readLater()
        return
      }
      const frame = readFrame(this.#unread)
      if (frame === 'more') {
        this.#keepUnread()
        return
      }
      if (frame === 'broken') {
        this.#socket.destroy()
        return
      }
      this.#unread = this.#unread.subarray(frame.bytes)
      if (frame.opcode === opcodes.text) this.#hear(frame.payload.toString())
      else if (frame.opcode === opcodes.ping) this.#answerPing(frame.payload)
      else if (frame.opcode !== opcodes.pong) {
        this.#write(opcodes.close, frame.payload.subarray(0, 2))
        this.#socket.destroySoon()
        return
      }
    }
  }

  /** In a buffer of its own: a part of a read would keep all of it. Where there is no room, the connection ends. */
  #keepUnread(): void {
    const { length } = this.#unread
    try {
      if (length > this.#heldBytes) this.#memory.take(length - this.#heldBytes)
      else this.#memory.give(this.#heldBytes - length)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      this.#socket.destroy()
      return
    }
    this.#heldBytes = length
    if (this.#unread.buffer.byteLength === length) return
    const own = Buffer.allocUnsafeSlow(length)
    own.set(this.#unread)
    this.#unread = own
  }

  #readLater(): void {
    this.#socket.pause()
    setImmediate(() => {
      this.#socket.resume()
      this.#readFrames()
    })
  }

  #hear(text: string): void {
    this.#pings = 0
    this.#onText(text)
  }

  #answerPing(payload: Buffer): void {
    if (++this.#pings > PINGS_MAX) this.#socket.destroy()
    else this.#write(opcodes.pong, payload.subarray(0, 125))
  }

  #write(opcode: number, payload: Buffer): void {
    const { length } = payload
    const head = length < 126 ? [0x80 | opcode, length] : [0x80 | opcode, 126, length >> 8, length & 0xff]
    this.#socket.write(Buffer.concat([Buffer.from(head), payload]))
    if (this.#socket.writableLength > UNREAD_BYTES_MAX) this.#socket.destroy()
  }
}

/** A connection that goes on as a WebSocket: `head` came with the request, and `memory` counts what is held of it. */
interface Upgraded {
  readonly socket: Socket
  readonly head: Buffer
  readonly memory: MemoryLease
}

interface Frame {
  readonly opcode: number
  readonly payload: Buffer
  /** Of all of it. */
  readonly bytes: number
}

/** RFC 6455 section 5.2: what a client sends is masked; here it is not fragmented, and a length has 16 bits. */
function readFrame(bytes: Buffer): Frame | 'more' | 'broken' {
  if (bytes.length < 2) return 'more'
  const [first = 0, second = 0] = bytes
  const isWhole = (first & 0xf0) === 0x80
  const isMasked = (second & 0x80) !== 0
  const shortLength = second & 0x7f
  if (!isWhole || !isMasked || shortLength === 127) return 'broken'
  const headLength = shortLength === 126 ? 8 : 6
  if (bytes.length < headLength) return 'more'
  const length = shortLength === 126 ? bytes.readUInt16BE(2) : shortLength
  if (bytes.length < headLength + length) return 'more'
  const mask = bytes.subarray(headLength - 4, headLength)
  const payload = Buffer.from(bytes.subarray(headLength, headLength + length))
  for (let index = 0; index < length; index++) payload[index] = (payload[index] ?? 0) ^ (mask[index & 3] ?? 0)
  return { opcode: first & 0x0f, payload, bytes: headLength + length }
}
