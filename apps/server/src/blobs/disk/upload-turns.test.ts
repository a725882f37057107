import { describe, expect, it } from 'vitest'
import { UploadTurns } from './upload-turns.ts'

async function* chunks(count: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < count; at++) yield Uint8Array.of(at)
}

async function read(source: AsyncIterable<Uint8Array>, onChunk: () => void = () => {}): Promise<number[]> {
  const read: number[] = []
  for await (const [byte = 0] of source) {
    read.push(byte)
    onChunk()
  }
  return read
}

/** How many chunks the uploads got in the busiest of some turns of the event loop. */
async function busiestTurn(uploads: number): Promise<number> {
  const turns = new UploadTurns()
  let inTurn = 0
  let most = 0
  const ending = new AbortController()
  const all = Promise.all(
    Array.from({ length: uploads }, () =>
      read(turns.share(chunks(20)), () => {
        inTurn++
      }),
    ),
  ).then(() => ending.abort())
  // All have begun.
  await new Promise((resolve) => setImmediate(resolve))
  while (!ending.signal.aborted) {
    inTurn = 0
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, inTurn)
  }
  await all
  return most
}

describe('uploads that share the main thread', () => {
  it('get all their chunks in order', async () => {
    const turns = new UploadTurns()
    const expected = Array.from({ length: 30 }, (_, at) => at)
    const all = await Promise.all(Array.from({ length: 20 }, () => read(turns.share(chunks(30)))))
    for (const one of all) expect(one).toEqual(expected)
  })

  it('are few chunks in a turn of the event loop when they are many', async () => {
    expect(await busiestTurn(50)).toBeLessThanOrEqual(4)
  })

  it('make room when one of them fails', async () => {
    const turns = new UploadTurns()
    async function* broken(): AsyncIterable<Uint8Array> {
      yield Uint8Array.of(1)
      throw new Error('The line is cut.')
    }
    const failing = Array.from({ length: 10 }, () => read(turns.share(broken())))
    await Promise.allSettled(failing)
    for (const one of failing) await expect(one).rejects.toThrow('cut')
    expect(await read(turns.share(chunks(3)))).toEqual([0, 1, 2])
  })
})
