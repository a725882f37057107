import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createInflate } from 'node:zlib'
import { StatusError } from '@hearth/model'
import { SharedTurn } from '../lib/shared-turn.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import type { MemoryLease } from './memory-budget.ts'

/** Text is rarely a tenth of its size when packed. What is made to unpack to a thousand times its own is not text. */
const RATIO_MAX = 200
/** Up to here any ratio goes: one value of a document may well be the same letter all over. */
const ANY_RATIO_BYTES = 1024 * 1024
/** What unpacking itself takes: a window of 32 KiB and a piece of output. */
const UNPACKING_BYTES = 48 * 1024

/** To begin takes longer than to unpack what is short, and a thousand connections may ask for it in the same round. */
const beginning = new SharedTurn()

export type Packing = 'gzip' | 'deflate'

export interface UnpackOptions {
  readonly packing: Packing
  readonly bytesMax: number
  readonly memory: MemoryLease
  /** The error for more than `bytesMax`, and for what unpacks to more than 200 times its size. */
  readonly tooLarge: () => StatusError
  /** The error for what can't be unpacked. */
  readonly broken: (cause: unknown) => StatusError
}

/** Unpacks piece by piece, off the main thread, and counts what comes out before it is kept. Rejects what `source` does, too. */
export async function unpack(source: AsyncIterable<Buffer>, options: UnpackOptions): Promise<GrowingBuffer> {
  const { packing, bytesMax, memory, tooLarge, broken } = options
  const unpacked = new GrowingBuffer(memory, bytesMax)
  let packedBytes = 0
  async function* counted(): AsyncIterable<Buffer> {
    for await (const piece of source) {
      packedBytes += piece.length
      yield piece
    }
  }
  async function collect(pieces: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of pieces) {
      const length = unpacked.length + piece.length
      if (length > bytesMax) throw tooLarge()
      if (length > ANY_RATIO_BYTES && length > packedBytes * RATIO_MAX) throw tooLarge()
      unpacked.add(piece)
    }
  }
  const turn = beginning.wait()
  if (turn !== undefined) await turn
  memory.take(UNPACKING_BYTES)
  try {
    await pipeline(Readable.from(counted()), packing === 'gzip' ? createGunzip() : createInflate(), collect)
    return unpacked
  } catch (cause) {
    memory.give(unpacked.heldBytes)
    throw cause instanceof StatusError ? cause : broken(cause)
  } finally {
    memory.give(UNPACKING_BYTES)
  }
}
