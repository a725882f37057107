import type { ServerResponse } from 'node:http'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'
import { PacedAnswer } from './paced-answer.ts'

const MIB = 1024 * 1024

/** An answer whose reader takes a slice when it is told to. */
class SlowResponse extends EventEmitter {
  readonly destroyed = false
  readonly slices: Buffer[] = []
  #taken: (() => void) | undefined

  write(slice: Buffer, taken: () => void): void {
    this.slices.push(slice)
    this.#taken = taken
  }

  takeOne(): boolean {
    const taken = this.#taken
    this.#taken = undefined
    taken?.()
    return taken !== undefined
  }
}

function open() {
  const memory = new MemoryBudget({ bytesMax: 64 * MIB })
  const response = new SlowResponse()
  const answer = new PacedAnswer(response as unknown as ServerResponse, memory.lease('a'), 60_000)
  return { answer, memory, response }
}

test('small pieces that wait are copied together: none keeps the pool that it is a part of', () => {
  const { answer, memory, response } = open()
  answer.write(Buffer.from('first '))
  const pool = Buffer.alloc(12 * 1_000, 'small piece ')
  for (let at = 0; at < pool.length; at += 12) answer.write(pool.subarray(at, at + 12))
  expect(memory.heldBytes).toBe(pool.length + 6)
  pool.fill('x')
  while (response.takeOne());
  expect(Buffer.concat(response.slices).toString()).toBe(`first ${'small piece '.repeat(1_000)}`)
})

test('pieces of every size leave in order', () => {
  const { answer, memory, response } = open()
  const sizes = [1, 12, 5_000, 12, 4_000, 200, 100_000, 3, 4_096, 1, 70_000, 9, 9]
  const pieces = sizes.map((size, index) => Buffer.alloc(size, index + 1))
  for (const [index, piece] of pieces.entries()) {
    answer.write(piece)
    if (index % 3 === 2) response.takeOne()
  }
  while (response.takeOne());
  expect(Buffer.concat(response.slices).equals(Buffer.concat(pieces))).toBe(true)
  expect(memory.heldBytes).toBe(0)
})
