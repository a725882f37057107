import { expect, test } from 'vitest'
import { type HeldMemory, HeldShare } from './held-memory.ts'

const KIB = 1024

/** Says what was taken in all, and refuses more than `bytesMax`. */
class Counter implements HeldMemory {
  calls = 0
  taken = 0
  readonly #bytesMax: number

  constructor(bytesMax = Infinity) {
    this.#bytesMax = bytesMax
  }

  take(bytes: number): void {
    if (this.taken + bytes > this.#bytesMax) throw new RangeError('full')
    this.calls++
    this.taken += bytes
  }

  give(bytes: number): void {
    this.taken -= bytes
  }
}

test('a share takes in steps, gives back what is much, and all of it at its end', () => {
  const memory = new Counter()
  const share = new HeldShare(memory)
  for (let n = 0; n < 1000; n++) share.take(100)
  expect([share.heldBytes, memory.taken, memory.calls]).toEqual([100_000, 112 * KIB, 7])
  share.give(90_000)
  expect(memory.taken).toBeLessThan(32 * KIB)
  share.release()
  share.release()
  expect([share.heldBytes, memory.taken]).toEqual([0, 0])
})

test('what is refused is not held', () => {
  const memory = new Counter(40 * KIB)
  const share = new HeldShare(memory)
  share.take(30 * KIB)
  expect(() => share.take(20 * KIB)).toThrow('full')
  expect([share.heldBytes, memory.taken]).toEqual([30 * KIB, 32 * KIB])
})
