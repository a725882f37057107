import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'
import { unpack } from './unpack.ts'

const MIB = 1024 * 1024
const reason = (expected: string): unknown => expect.objectContaining({ reason: expected })

async function* inPieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000)
}

function unpacking(packed: Buffer, budget: MemoryBudget, bytesMax = 8 * MIB) {
  return unpack(inPieces(packed), {
    packing: 'gzip',
    bytesMax,
    memory: budget.lease('a'),
    tooLarge: () => new StatusError('resource-exhausted', 'TOO_LARGE', ''),
    broken: (cause) => new StatusError('invalid-argument', 'BROKEN', '', { cause }),
  })
}

test('gives the bytes, and holds as much as they take', async () => {
  const budget = new MemoryBudget({ bytesMax: 64 * MIB })
  const bytes = randomBytes(3 * MIB)
  const unpacked = await unpacking(gzipSync(bytes), budget)
  expect(unpacked.finish().equals(bytes)).toBe(true)
  expect(budget.heldBytes).toBe(unpacked.heldBytes)
})

test('one letter over and over is taken up to a value of a document, and not beyond', async () => {
  const budget = new MemoryBudget({ bytesMax: 64 * MIB })
  expect((await unpacking(gzipSync(Buffer.alloc(MIB)), budget)).length).toBe(MIB)
  const before = budget.heldBytes
  await expect(unpacking(gzipSync(Buffer.alloc(4 * MIB)), budget)).rejects.toThrow(reason('TOO_LARGE'))
  expect(budget.heldBytes).toBe(before)
})

test('what comes out is refused when there is no room for it, and nothing of it stays', async () => {
  const budget = new MemoryBudget({ bytesMax: 4 * MIB })
  await expect(unpacking(gzipSync(randomBytes(6 * MIB)), budget)).rejects.toThrow(reason('TOO_MUCH_HELD'))
  expect(budget.heldBytes).toBe(0)
})

test('more than may be, and what is no gzip, has its own error', async () => {
  const budget = new MemoryBudget({ bytesMax: 64 * MIB })
  await expect(unpacking(gzipSync(randomBytes(2 * MIB)), budget, MIB)).rejects.toThrow(reason('TOO_LARGE'))
  await expect(unpacking(Buffer.from('no gzip'), budget)).rejects.toThrow(reason('BROKEN'))
  await expect(unpacking(gzipSync('cut').subarray(0, -4), budget)).rejects.toThrow(reason('BROKEN'))
  expect(budget.heldBytes).toBe(0)
})
